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

/** Every model call that the session files tell of, file by file. Throws what the file system throws. */
export async function* readCalls(
  configHome: string,
  { since = 0, project }: CallsOf,
): AsyncGenerator<{ readonly project: string; readonly calls: readonly RecordedCall[] }> {
  const projects = join(configHome, 'projects')
  const names = project === undefined ? list(projects) : [project]
  for (const name of names)
    for (const path of sessionFiles(join(projects, name))) {
      if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < since) continue
      const calls = callsIn(path).filter(call => Date.parse(call.at) >= since)
      if (calls.length > 0) yield { project: name, calls }
      await new Promise<void>(resolve => {
        setImmediate(resolve)
      })
    }
}

/** Those of sub-agents lie in a directory of their session. */
const sessionFiles = (directory: string): readonly string[] => {
  const own = list(directory)
  const agents = own.flatMap(name =>
    name.endsWith('.jsonl')
      ? []
      : list(join(directory, name, 'subagents')).map(file => join(name, 'subagents', file)),
  )
  return [...own, ...agents].filter(name => name.endsWith('.jsonl')).map(name => join(directory, name))
}

const list = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const callsIn = (path: string): readonly RecordedCall[] => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const fold = new CallFold()
    for (const { bytes } of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES }))
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(USAGE_MARK))
        fold.take(parseJsonLine(bytes))
    return fold.calls()
  } catch (error) {
    // Gone meanwhile, or no plain file: nobody spent anything through it.
    const { code } = error as NodeJS.ErrnoException
    if (isMissing(error) || code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO') return []
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
