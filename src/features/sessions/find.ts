import { closeSync, constants, lstatSync, openSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseJsonLine, readLines } from '../../lib/jsonl.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import { MAX_ENTRY_BYTES } from './log.ts'
import { isFields, parseEntry } from './parse-entry.ts'
import { isSessionId, projectDirectory } from './project-key.ts'
import { SessionError, sessionFileError } from './session-error.ts'
import { projectDirectories, type SessionFileFacts, sessionFilesIn } from './session-files.ts'

/** Values of the lines that hold one of `marks`; only those are parsed. */
function* valuesWith(marks: readonly string[], path: string): Generator<unknown> {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    for (const line of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES }))
      if (holdsOneOf(marks, Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.length)))
        yield parseJsonLine(line.bytes)
  } finally {
    closeSync(fd)
  }
}

const holdsOneOf = (marks: readonly string[], line: Buffer): boolean =>
  marks.some(mark => line.includes(mark))

/** Someone said something in it, and it was not the leader of a team who opened it. */
const isConversation = (path: string): boolean => {
  for (const value of valuesWith(['"user"', '"team-member"'], path)) {
    const parsed = parseEntry(value)
    if (parsed.kind === 'metadata' && parsed.entry.type === 'team-member') return false
    if (parsed.kind === 'message' && parsed.entry.type === 'user' && !parsed.entry.isSidechain) return true
  }
  return false
}

const customTitle = (path: string): string => {
  let title = ''
  for (const value of valuesWith(['"custom-title"'], path))
    if (isFields(value) && value['type'] === 'custom-title' && typeof value['customTitle'] === 'string')
      title = value['customTitle']
  return title
}

/** A file that cannot be read is no candidate; the others still are. */
const readable = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    // Searching goes on: loading the file would report what is wrong with it.
    return otherwise
  }
}

/** Newest session of this directory that a person opened and said something in. */
export const latestSession = async (configHome: string, cwd: string): Promise<string | undefined> =>
  sessionFilesIn([projectDirectory(configHome, cwd)]).find(file =>
    readable(() => isConversation(file.path), false),
  )?.path

const findById = (configHome: string, here: string, id: string): string | undefined => {
  const name = `${id}.jsonl`
  return [here, ...projectDirectories(configHome)]
    .map(directory => join(directory, name))
    .find(path => readable(() => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true, false))
}

const findByTitle = (files: readonly SessionFileFacts[], title: string): string | undefined => {
  const matches = files.filter(file => readable(() => customTitle(file.path), '') === title)
  if (matches.length > 1)
    throw new SessionError(
      'ambiguous',
      resumingText('same_title', { count: matches.length, title, ids: matches.map(file => file.id) }),
    )
  return matches[0]?.path
}

/** Shorter beginnings are more often a name than an id. */
const ID_START = /^[0-9a-f][0-9a-f-]{3,34}$/i
const MAX_CANDIDATES = 5

/** The only session whose id begins so, of this directory or else of any. */
const findByStart = (
  configHome: string,
  files: readonly SessionFileFacts[],
  start: string,
): string | undefined => {
  if (!ID_START.test(start)) return undefined
  const begins = (file: SessionFileFacts): boolean => file.id.startsWith(start.toLowerCase())
  const here = files.filter(begins)
  const matches =
    here.length > 0
      ? here
      : projectDirectories(configHome).flatMap(directory =>
          readable(() => sessionFilesIn([directory]), []).filter(begins),
        )
  if (matches.length > 1) {
    const shown = matches.slice(0, MAX_CANDIDATES).map(file => file.id)
    throw new SessionError(
      'ambiguous',
      resumingText('same_beginning', {
        count: matches.length,
        start,
        ids: shown,
        more: matches.length > shown.length ? ' …' : '',
      }),
    )
  }
  return matches[0]?.path
}

const MAX_SUGGESTIONS = 3

const notFound = (ref: string, files: readonly SessionFileFacts[], where: string): SessionError => {
  const offer = files.slice(0, MAX_SUGGESTIONS).map(file => file.id)
  const advice =
    offer.length === 0 ? resumingText('no_sessions') : resumingText('most_recent', { ids: offer })
  return new SessionError('not_found', resumingText('not_found', { ref, where, advice }))
}

const fileAt = (path: string): string => {
  let facts: ReturnType<typeof statSync> | undefined
  try {
    facts = statSync(path)
  } catch (error) {
    throw sessionFileError(error, 'open', path)
  }
  if (facts?.isFile()) return path
  throw new SessionError('not_found', resumingText('no_file', { path }))
}

/**
 * The file that `ref` means: a path that ends in `.jsonl`, a session id (this directory's sessions, then all), the
 * title a person gave to exactly one session of this directory, or four characters and more that only one id begins
 * with. Throws SessionError otherwise.
 */
export const findSession = async (configHome: string, cwd: string, ref: string): Promise<string> => {
  if (ref.endsWith('.jsonl')) return fileAt(resolve(cwd, ref))
  const here = projectDirectory(configHome, cwd)
  const files = sessionFilesIn([here])
  const found = isSessionId(ref)
    ? findById(configHome, here, ref)
    : ref === ''
      ? undefined
      : (findByTitle(files, ref) ?? findByStart(configHome, files, ref))
  if (found === undefined) throw notFound(ref, files, here)
  return found
}
