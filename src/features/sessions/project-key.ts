import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sessionText } from '../../protocol/messages/host/sessions.ts'
import { SessionError } from './session-error.ts'

const MAX_KEY = 200

/** Not for security: tells long paths with the same beginning apart. */
const shortHash = (text: string): string => {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return Math.abs(hash).toString(36)
}

/** Directory name of a project below `projects/`, from the real path of its directory. */
export const projectKey = (realCwd: string): string => {
  const path = realCwd.normalize('NFC')
  const key = path.replace(/[^A-Za-z0-9]/g, '-')
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY)}-${shortHash(path)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Ids become file names, so nothing but a UUID may pass. */
export const isSessionId = (id: string): boolean => UUID.test(id)

/** A directory that is gone keeps its name as its key. */
const realPath = (cwd: string): string => {
  try {
    return realpathSync.native(cwd)
  } catch {
    // Only the name counts: a session can be looked up after its directory was removed.
    return cwd
  }
}

export const projectDirectory = (configHome: string, cwd: string): string =>
  join(configHome, 'projects', projectKey(realPath(cwd)))

/** What was typed at the prompt of a project, in all its sessions. */
export const promptHistoryFile = (configHome: string, projectDir: string): string =>
  join(configHome, 'history', `${basename(projectDir)}.jsonl`)

/** Where the session of this directory is kept; throws `invalid_id` for anything that is not a UUID. */
export const sessionPath = (configHome: string, cwd: string, id: string): string => {
  if (!isSessionId(id)) throw new SessionError('invalid_id', sessionText('bad_id', { id }))
  return join(projectDirectory(configHome, cwd), `${id}.jsonl`)
}
