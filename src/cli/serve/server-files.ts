import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredText, setAside } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { lifeOf, type ProcessIdentity, thisProcess } from '../../lib/process/process-identity.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { ExitError } from '../exit-error.ts'

/** Nobody but the person reads these. */
const PRIVATE = 0o600

const directoryOf = (configHome: string): string => join(configHome, 'serve')

/** The token of this person's servers, made when there is none. Throws ExitError when others can read it. */
export const readToken = (configHome: string, { renew = false } = {}): string => {
  const directory = directoryOf(configHome)
  makeDirectories(directory, 0o700)
  const path = join(directory, 'token')
  const known = renew ? undefined : lookUp(path)
  if (known !== undefined) return known
  const token = randomBytes(32).toString('base64url')
  writeFileAtomically(path, Buffer.from(`${token}\n`), { mode: PRIVATE })
  return token
}

const lookUp = (path: string): string | undefined => {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (!facts) return undefined
  const owned = process.getuid === undefined || facts.uid === process.getuid()
  if (!facts.isFile() || !owned || (facts.mode & 0o077) !== 0)
    throw new ExitError(1, commandText('open_token', { path }))
  const read = readStoredText(path, { maxBytes: 4096 })
  const token = read.kind === 'text' ? read.text.trim() : ''
  if (token.length >= 43) return token
  setAside(path)
  return undefined
}

/** A server that runs, for other commands of this person. */
export interface RunningNote {
  readonly url: string
  readonly startedAt: number
}

/** The process of a server is named for good: the token goes where it runs, and its number may be another's one day. */
type KeptNote = RunningNote & { readonly process: ProcessIdentity }

/** Writes down that this process runs a server; answers what takes the note away again. */
export const noteServer = (configHome: string, note: RunningNote): (() => void) => {
  const directory = directoryOf(configHome)
  // Those that were killed could not take theirs away.
  for (const name of namesIn(directory)) {
    const path = join(directory, name)
    if (readNote(path).every(({ process: of }) => lifeOf(of) === 'dead')) rmSync(path, { force: true })
  }
  const kept: KeptNote = { ...note, process: thisProcess() }
  const path = join(directory, `${kept.process.pid}.json`)
  writeFileAtomically(path, Buffer.from(JSON.stringify(kept)), { mode: PRIVATE })
  return () => rmSync(path, { force: true })
}

/** Servers of this person that run on this machine, the one started last first. */
export const runningServers = (configHome: string): readonly RunningNote[] => {
  const directory = directoryOf(configHome)
  return namesIn(directory)
    .flatMap(name => readNote(join(directory, name)))
    .filter(note => lifeOf(note.process) === 'alive')
    .sort((a, b) => b.startedAt - a.startedAt)
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => /^\d+\.json$/.test(name))
  } catch {
    // No server was ever started.
    return []
  }
}

const readNote = (path: string): readonly KeptNote[] => {
  try {
    const { url, startedAt, process: of } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof url === 'string' && typeof startedAt === 'number' && isIdentity(of)
      ? [{ url, startedAt, process: of }]
      : []
  } catch {
    // Taken away or half written in this moment: the server is as good as not there.
    return []
  }
}

const isIdentity = (value: unknown): value is ProcessIdentity =>
  isObject(value) &&
  typeof value['pid'] === 'number' &&
  typeof value['started'] === 'string' &&
  typeof value['host'] === 'string'
