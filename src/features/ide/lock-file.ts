import { isAbsolute } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'

/** What an editor says about itself in its lock file. */
export interface EditorLock {
  readonly port: number
  readonly name: string
  /** Absolute. */
  readonly folders: readonly string[]
  readonly token: string
  /** A WebSocket, or server-sent events and requests. */
  readonly transport: 'ws' | 'sse'
  /** Absent: nobody can tell whether it still runs. */
  readonly pid?: number
}

export type ReadLock = EditorLock | { readonly why: string }

/** `41234.lock`: the name of the file is the port. */
export const portOf = (file: string): number | undefined => {
  const port = Number(/^(\d{1,5})\.lock$/.exec(file)?.[1])
  return port >= 1 && port <= 65_535 ? port : undefined
}

const MOST_FOLDERS = 50

/** Goes into a header as it is: nothing that could end it or begin another. */
const TOKEN = /^[\x21-\x7e]{10,500}$/

/** The text of a lock file; `why` says in a few words what keeps it from counting. */
export const readLock = (port: number, text: string): ReadLock => {
  const lock = parsed(text)
  if (!isObject(lock)) return { why: 'it is not a JSON object' }
  const { pid, workspaceFolders, ideName, transport, authToken } = lock
  if (transport !== undefined && transport !== 'ws' && transport !== 'sse')
    return { why: `its transport is ${escapeLine(String(transport), 20)}, and only ws and sse are supported` }
  if (typeof authToken !== 'string' || !TOKEN.test(authToken)) return { why: 'it has no usable token' }
  if (pid !== undefined && !(Number.isSafeInteger(pid) && Number(pid) > 0))
    return { why: 'its process id is not one' }
  const folders = Array.isArray(workspaceFolders) ? workspaceFolders : []
  return {
    port,
    name: typeof ideName === 'string' && ideName.trim() !== '' ? escapeLine(ideName.trim(), 40) : 'editor',
    folders: folders.filter(each => typeof each === 'string' && isFolder(each)).slice(0, MOST_FOLDERS),
    token: authToken,
    transport: transport ?? 'ws',
    ...(pid === undefined ? {} : { pid: Number(pid) }),
  }
}

const isFolder = (path: string): boolean => isAbsolute(path) && path.length <= 4_096 && !path.includes('\0')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Half written, or something else: the next look may find it whole.
    return undefined
  }
}
