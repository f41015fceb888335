import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { projectDirectory, promptHistoryFile } from '../../features/sessions/project-key.ts'
import type { HistoryLine, HistoryPort } from '../../frontends/tui/ports/history-port.ts'
import { isOn } from '../../host/environment.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredText, setAside } from '../../lib/files/stored-object.ts'
import type { Env } from '../../protocol/host.ts'
import { readEndOf } from './read-end.ts'

export interface HistoryOptions {
  readonly configHome: string
  readonly cwd: string
  readonly env: Env
  newId(): string
  now(): number
  /** A line could not be kept; the prompt works on without it. */
  onError(error: unknown): void
}

const MOST_LINES = 1_000
const MOST_EVERYWHERE = 5_000
/** Let grow to twice as many, so that cutting is rare. */
const CUT_AT_LINES = 2 * MOST_LINES
const CUT_AT_BYTES = 8 * 1024 * 1024
/** Whatever else got into the file: the newest lines are at its end. */
const MOST_READ = 2 * CUT_AT_BYTES
/** A longer text is in the conversation; here it would only be in the way. */
const LONGEST = 64 * 1024
/** A pipe in the place of the file is an error, not a reason to wait. */
const NO_WAIT = constants.O_NONBLOCK ?? 0
const MODES: readonly string[] = ['prompt', 'shell', 'memory']

/** What was typed, one JSON line each, in a file that only its owner reads. Several processes may write to it. */
export const createHistoryPort = (options: HistoryOptions): HistoryPort => {
  // Some do not want their prompts on the disk.
  const off = isOn(options.env, 'CLAUDE_CODE_SKIP_PROMPT_HISTORY')
  const path = promptHistoryFile(options.configHome, projectDirectory(options.configHome, options.cwd))
  let last: HistoryLine | undefined
  const keep = async (line: HistoryLine): Promise<void> => {
    makeDirectories(dirname(path), 0o700)
    await withFileLock(`${path}.lock`, () => append(path, line), options)
  }
  return {
    load: async () => {
      if (off) return []
      const lines = readHistory(path)
      last ??= lines.at(-1)
      return lines.slice(-MOST_LINES).reverse()
    },
    loadEverywhere: async () => {
      if (off) return []
      const found = readdirSync(dirname(path), { withFileTypes: true }).flatMap(file =>
        file.isFile() && file.name.endsWith('.jsonl')
          ? readHistory(join(dirname(path), file.name)).slice(-MOST_LINES)
          : [],
      )
      return found.toSorted((a, b) => b.at - a.at).slice(0, MOST_EVERYWHERE)
    },
    add: line => {
      if (off || line.text.trim() === '' || line.text.length > LONGEST) return
      if (line.text === last?.text && line.mode === last.mode) return
      last = line
      keep(line).catch(options.onError)
    },
  }
}

/** Oldest first; what cannot be read is passed over. */
const readHistory = (path: string): readonly HistoryLine[] => {
  let text: string
  try {
    text = readEndOf(path, MOST_READ)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap(each => parseLine(each) ?? [])
}

const parseLine = (text: string): HistoryLine | undefined => {
  if (text === '') return undefined
  try {
    const { display, mode, timestamp } = JSON.parse(text) as Readonly<Record<string, unknown>>
    if (typeof display !== 'string' || typeof mode !== 'string' || !MODES.includes(mode)) return undefined
    return { text: display, mode: mode as HistoryLine['mode'], at: Number(timestamp) || 0 }
  } catch {
    // Half a line of a process that was killed: the others are whole.
    return undefined
  }
}

const render = (line: HistoryLine): string =>
  `${JSON.stringify({ display: line.text, mode: line.mode, timestamp: line.at })}\n`

const append = (path: string, line: HistoryLine): void => {
  cutWhenLong(path)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW
  const fd = openSync(path, flags | NO_WAIT, 0o600)
  try {
    // A file that was there before may be open to others.
    fchmodSync(fd, 0o600)
    writeSync(fd, (endsOpen(path) ? '\n' : '') + render(line))
  } finally {
    closeSync(fd)
  }
}

/** Somebody was killed in the middle of a line: ours must not become a part of it. */
const endsOpen = (path: string): boolean => {
  const fd = openSync(path, constants.O_RDONLY | NO_WAIT)
  try {
    const { size } = fstatSync(fd)
    const last = Buffer.alloc(1)
    return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
  } finally {
    closeSync(fd)
  }
}

/** Lines of a text that is whole; -1 for any other file. */
const linesIn = (path: string): number => {
  const read = readStoredText(path)
  return read.kind === 'text' ? read.text.split('\n').filter(line => line !== '').length : -1
}

const cutWhenLong = (path: string): void => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  // Most lines are short: below this there cannot be too many.
  if (size < CUT_AT_LINES * 40) return
  const lines = readHistory(path)
  if (lines.length < CUT_AT_LINES && size < CUT_AT_BYTES) return
  // Of a file that is not only lines of ours nothing is cut away without a copy.
  if (lines.length !== linesIn(path)) setAside(path)
  const kept = lines.slice(-MOST_LINES).map(render).join('')
  writeFileAtomically(path, Buffer.from(kept), { mode: 0o600 })
}
