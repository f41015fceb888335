import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { isObject } from '../../lib/is-object.ts'
import { MAX_PEER_MESSAGE, type PendingMessage } from '../../protocol/agents/peers.ts'

/** More are refused; so many at most are in the file. */
export const MAX_HELD = 50
const MAX_NAME = 300
const MAX_BYTES = 8 * MAX_HELD * (MAX_PEER_MESSAGE + MAX_NAME)
const PRIVATE_FILE = 0o600
const PRIVATE_DIRECTORY = 0o700

/** Beside the file of the session, so that it goes when the session goes. */
export const pendingMessagesFile = (session: { readonly path: string | undefined; readonly id: string }) =>
  session.path === undefined ? undefined : join(dirname(session.path), session.id, 'held-messages.json')

/** Throws where it cannot be written. */
export const writePendingMessages = (path: string, messages: readonly PendingMessage[]): void => {
  if (messages.length === 0) {
    rmSync(path, { force: true })
    return
  }
  makeDirectories(dirname(path), PRIVATE_DIRECTORY)
  writeFileAtomically(path, Buffer.from(JSON.stringify(messages)), { mode: PRIVATE_FILE })
}

/** What is not as this program writes it is left out. */
export const readPendingMessages = (path: string): readonly PendingMessage[] => {
  const text = readPrivate(path)
  if (text === undefined) return []
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.filter(isHeld).slice(0, MAX_HELD) : []
  } catch {
    return []
  }
}

const isHeld = (value: unknown): value is PendingMessage => {
  if (!isObject(value)) return false
  const { number, from, text } = value
  return (
    typeof number === 'number' &&
    Number.isSafeInteger(number) &&
    number > 0 &&
    typeof from === 'string' &&
    from.length <= MAX_NAME &&
    typeof text === 'string' &&
    text.length <= 2 * MAX_PEER_MESSAGE
  )
}

/** Not through a link, not of somebody else, not without end. */
const readPrivate = (path: string): string | undefined => {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const found = fstatSync(file)
    const isOurs = process.getuid === undefined || found.uid === process.getuid()
    return found.isFile() && isOurs && found.size <= MAX_BYTES ? readFileSync(file, 'utf8') : undefined
  } finally {
    closeSync(file)
  }
}
