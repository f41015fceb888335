import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { isObject } from '../../lib/is-object.ts'
import { lifeOf, type ProcessIdentity } from '../../lib/process/process-identity.ts'

/** A session that can be reached, as its file says. */
export interface PeerEntry {
  readonly id: string
  readonly session: string
  readonly title?: string
  readonly cwd: string
  readonly startedAt: number
  readonly process: ProcessIdentity
  /** Path of its socket. */
  readonly socket: string
  /** Whoever can read this file is the same person. */
  readonly secret: string
}

/** The registry or a socket is not as this program makes them: nothing is sent there. */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly kind = 'peer'
}

const PRIVATE_FILE = 0o600
const PRIVATE_DIRECTORY = 0o700
const MAX_BYTES = 16 * 1024
const MAX_ENTRIES = 500
const ID = /^[\da-f-]{8,64}$/
export const SOCKET_DIRECTORY = 'capstan-peer-'
export const SOCKET_NAME = 's'

/** Throws PeerError where it is a link, somebody else's, or open to others. */
export const openRegistry = (directory: string): void => {
  makeDirectories(directory, PRIVATE_DIRECTORY)
  if (!isPrivateDirectory(directory))
    throw new PeerError(`${directory} is a link, or open to other users of this machine.`)
}

export const writePeer = (directory: string, entry: PeerEntry): void =>
  writeFileAtomically(join(directory, `${entry.id}.json`), Buffer.from(JSON.stringify(entry)), {
    mode: PRIVATE_FILE,
  })

export const removePeer = (directory: string, id: string): void =>
  rmSync(join(directory, `${id}.json`), { force: true })

/** Those whose process is alive, the oldest first. What dead ones left is taken away. */
export const readPeers = (directory: string): readonly PeerEntry[] => {
  const ids = idsIn(directory)
  if (ids.length === 0) return []
  if (!isPrivateDirectory(directory))
    throw new PeerError(`${directory} is a link, or open to other users of this machine.`)
  const entries = ids.slice(0, MAX_ENTRIES).flatMap(id => readPeer(directory, id) ?? [])
  const alive = entries.filter(entry => {
    const life = lifeOf(entry.process)
    if (life === 'dead') removeDead(directory, entry)
    return life === 'alive'
  })
  return alive.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
}

/** Undefined: there is none, or the file is not one that this program of this person wrote. */
const readPeer = (directory: string, id: string): PeerEntry | undefined => {
  if (!ID.test(id)) return undefined
  let fd: number | undefined
  try {
    fd = openSync(
      join(directory, `${id}.json`),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const facts = fstatSync(fd)
    if (!facts.isFile() || !isOwn(facts) || (facts.mode & 0o077) !== 0 || facts.size > MAX_BYTES)
      return undefined
    const entry: unknown = JSON.parse(readFileSync(fd, 'utf8'))
    return isEntry(entry) && entry.id === id ? entry : undefined
  } catch {
    // Taken away in this moment, a link, or no words of ours.
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Throws PeerError where the path does not lead to a socket of this person, in a directory that only they can enter. */
export const checkSocket = (path: string): void => {
  if (!isPrivateDirectory(dirname(path)))
    throw new PeerError('The directory of its socket is a link, or open to other users of this machine.')
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (!facts?.isSocket() || !isOwn(facts))
    throw new PeerError('Its socket is a link, or not a socket of yours.')
}

/** Where users cannot be told apart nothing is anybody's own. */
const isOwn = ({ uid }: { readonly uid: number }): boolean =>
  process.getuid !== undefined && uid === process.getuid()

export const isPrivateDirectory = (path: string): boolean => {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts?.isDirectory() === true && isOwn(facts) && (facts.mode & 0o077) === 0
}

const idsIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
      .filter(name => name.endsWith('.json'))
      .map(name => basename(name, '.json'))
      .filter(id => ID.test(id))
  } catch {
    // No session was ever written down here.
    return []
  }
}

const removeDead = (directory: string, { id, socket }: PeerEntry): void => {
  removePeer(directory, id)
  if (!basename(dirname(socket)).startsWith(SOCKET_DIRECTORY)) return
  try {
    checkSocket(socket)
    rmSync(socket)
    rmdirSync(dirname(socket))
  } catch {
    // Gone already, or not what a session of ours left.
  }
}

const isEntry = (value: unknown): value is PeerEntry =>
  isObject(value) &&
  ['id', 'session', 'cwd', 'socket', 'secret'].every(key => typeof value[key] === 'string') &&
  (value['title'] === undefined || typeof value['title'] === 'string') &&
  typeof value['startedAt'] === 'number' &&
  isIdentity(value['process'])

const isIdentity = (value: unknown): value is ProcessIdentity =>
  isObject(value) &&
  Number.isInteger(value['pid']) &&
  typeof value['started'] === 'string' &&
  typeof value['host'] === 'string'
