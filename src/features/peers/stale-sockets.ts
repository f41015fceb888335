import { type Dirent, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { isPrivateDirectory, SOCKET_DIRECTORY, SOCKET_NAME } from './peer-registry.ts'

/** Looked at each time a session becomes reachable: what is left then is for the next one. */
const MOST = 200
/** Younger ones may belong to a session that is about to listen. */
const MIN_AGE_MS = 60_000
const CONNECT_MS = 1_000

/**
 * Removes the socket directories of killed sessions: only those of this user, never through a link, and only where
 * nobody listens any more.
 */
export const removeStaleSockets = async (root: string, now: number): Promise<void> => {
  const stale = namesIn(root)
    .filter(entry => entry.isDirectory() && entry.name.startsWith(SOCKET_DIRECTORY))
    .map(({ name }) => join(root, name))
    .filter(directory => isPrivateDirectory(directory) && now - lstatSync(directory).mtimeMs > MIN_AGE_MS)
    .slice(0, MOST)
  await Promise.all(stale.map(removeUnheard))
}

const namesIn = (root: string): readonly Dirent[] => {
  try {
    return readdirSync(root, { withFileTypes: true })
  } catch {
    // What can't be listed can't be cleaned.
    return []
  }
}

const removeUnheard = async (directory: string): Promise<void> => {
  const socket = join(directory, SOCKET_NAME)
  try {
    const facts = lstatSync(socket, { throwIfNoEntry: false })
    if (facts && !facts.isSocket()) return
    if (facts && !(await isDeaf(socket))) return
    rmSync(socket, { force: true })
    // Anything else in it is not of this program: then it stays.
    rmdirSync(directory)
  } catch {
    // Somebody else removed it, or it holds more than a socket.
  }
}

/** Refused is the one answer that says that nobody listens. */
const isDeaf = (path: string): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = createConnection(path)
  const patience = setTimeout(() => socket.destroy(), CONNECT_MS).unref()
  socket.once('connect', () => socket.destroy())
  socket.once('error', error => resolve('code' in error && error.code === 'ECONNREFUSED'))
  socket.once('close', () => {
    clearTimeout(patience)
    resolve(false)
  })
  return promise
}
