import { closeSync, constants, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonLine, readLines } from '../../lib/jsonl.ts'
import { CallFold, type RecordedCall } from './folds/calls.ts'
import { MAX_ENTRY_BYTES } from './log.ts'

/** Which session files to look into. */
export interface CallsOf {
  /** Only those written to since then (milliseconds), and only calls since then. */
  readonly since?: number
  /** Only this directory below `projects/`. */
  readonly project?: string
}

const USAGE_MARK = '"usage":{'
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Every model call that the session files tell of, session by session. Throws what the file system throws. */
export async function* readCalls(
  configHome: string,
  { since = 0, project }: CallsOf,
): AsyncGenerator<{ readonly project: string; readonly calls: readonly RecordedCall[] }> {
  const projects = join(configHome, 'projects')
  const names = project === undefined ? list(projects) : [project]
  for (const name of names)
    for (const files of sessionFiles(join(projects, name))) {
      const written = files.filter(path => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since)
      if (written.length === 0) continue
      const calls = callsOfSession(files).filter(call => Date.parse(call.at) >= since)
      if (calls.length > 0) yield { project: name, calls }
      await new Promise<void>(resolve => {
        setImmediate(resolve)
      })
    }
}

/** The files of each session, its own first: those of its agents lie in a directory of it. */
const sessionFiles = (directory: string): readonly (readonly string[])[] => {
  const isFile = (name: string): boolean => name.endsWith('.jsonl')
  const sessions = new Map<string, string[]>()
  const filesOf = (session: string): string[] => {
    const files = sessions.get(session) ?? []
    sessions.set(session, files)
    return files
  }
  for (const name of list(directory)) {
    if (isFile(name)) filesOf(name.slice(0, -'.jsonl'.length)).unshift(join(directory, name))
    else
      filesOf(name).push(
        ...list(join(directory, name, 'subagents'))
          .filter(isFile)
          .map(file => join(directory, name, 'subagents', file)),
      )
  }
  return [...sessions.values()]
}

/** What an agent's call used in the end is told by the file of its session: its own records do not count beside that. */
const callsOfSession = (files: readonly string[]): readonly RecordedCall[] => {
  const fold = new CallFold()
  for (const path of files) readInto(fold, path)
  return fold.calls()
}

const list = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const readInto = (fold: CallFold, path: string): void => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    for (const { bytes } of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES }))
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(USAGE_MARK))
        fold.take(parseJsonLine(bytes))
  } catch (error) {
    // Gone meanwhile, or no plain file: nobody spent anything through it.
    const { code } = error as NodeJS.ErrnoException
    if (isMissing(error) || code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO') return
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
