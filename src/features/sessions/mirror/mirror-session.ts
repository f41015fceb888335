import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sessionFileError } from '../session-error.ts'

/** `kept`: something else lies there, or another program went on with the copy; nothing was touched. */
export type Mirrored = 'copied' | 'extended' | 'current' | 'kept'

const CHUNK = 1024 * 1024
const NEWLINE = 0x0a

/** Where a session lies below another home: `projects/<directory>/<id>.jsonl`, as here. */
export const mirrorPath = (home: string, session: string): string =>
  join(home, 'projects', basename(dirname(session)), basename(session))

/**
 * Brings the copy of a session file, and those of its agents, up to date. A file there is only ever extended, and only
 * while all of it is the beginning of ours. Throws SessionError.
 */
export const mirrorSession = (session: string, target: string): Mirrored => {
  const outcome = mirrorFile(session, target)
  if (outcome === 'kept') return outcome
  const agents = join(session.replace(/\.jsonl$/, ''), 'subagents')
  const copies = join(target.replace(/\.jsonl$/, ''), 'subagents')
  const all = agentFiles(agents).map(name => mirrorFile(join(agents, name), join(copies, name)))
  if (all.includes('kept')) return 'kept'
  return outcome === 'current' && all.some(each => each !== 'current') ? 'extended' : outcome
}

const agentFiles = (directory: string): readonly string[] => {
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map(entry => entry.name)
}

const mirrorFile = (source: string, target: string): Mirrored => {
  const there = lstatSync(target, { throwIfNoEntry: false })
  if (there && !there.isFile()) return 'kept'
  try {
    if (!there) mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const from = openSync(source, 'r')
    try {
      const to = openSync(target, there ? EXTEND : 'wx+', 0o600)
      try {
        return extend(from, to, there !== undefined)
      } finally {
        closeSync(to)
      }
    } finally {
      closeSync(from)
    }
  } catch (error) {
    throw sessionFileError(error, 'save', target)
  }
}

/** What became a link since it was looked at is not followed. */
const EXTEND = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW

const extend = (from: number, to: number, isThere: boolean): Mirrored => {
  const has = fstatSync(to).size
  const end = wholeLines(from)
  if (has > end || !isBeginning(from, to, has)) return 'kept'
  if (has === end) return isThere ? 'current' : 'copied'
  for (let at = has; at < end; ) {
    const bytes = read(from, at, Math.min(CHUNK, end - at))
    for (let done = 0; done < bytes.length; ) done += writeSync(to, bytes, done)
    at += bytes.length
  }
  return isThere ? 'extended' : 'copied'
}

const isBeginning = (from: number, to: number, length: number): boolean => {
  for (let at = 0; at < length; at += CHUNK) {
    const size = Math.min(CHUNK, length - at)
    if (!read(from, at, size).equals(read(to, at, size))) return false
  }
  return true
}

/** The end of the last line that is written: a session may run. */
const wholeLines = (file: number): number => {
  for (let end = fstatSync(file).size; end > 0; ) {
    const size = Math.min(CHUNK, end)
    const last = read(file, end - size, size).lastIndexOf(NEWLINE)
    if (last !== -1) return end - size + last + 1
    end -= size
  }
  return 0
}

/** Throws where the file got shorter meanwhile. */
const read = (file: number, at: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  for (let done = 0; done < size; ) {
    const got = readSync(file, bytes, done, size - done, at + done)
    if (got === 0) throw new Error('the file became shorter while it was read')
    done += got
  }
  return bytes
}
