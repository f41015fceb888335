import { closeSync, constants, openSync } from 'node:fs'
import { parseJsonLine, readLines } from '../../../lib/jsonl.ts'
import type { Entry } from '../../../protocol/entry.ts'
import type { Block } from '../../../protocol/message.ts'
import { MAX_ENTRY_BYTES } from '../log.ts'
import { parseEntry } from '../parse-entry.ts'
import { projectDirectory } from '../project-key.ts'
import { projectDirectories, type SessionFileFacts, sessionFilesIn } from '../session-files.ts'

export interface GrepRequest {
  readonly configHome: string
  /** Only sessions of this directory. */
  readonly cwd?: string
  /** Found as it is, upper and lower case alike; no pattern. */
  readonly query: string
  readonly caseSensitive?: boolean
  /** Of each session; 20 unless told. */
  readonly maxPerSession?: number
  /** Of all; 200 unless told. */
  readonly maxMatches?: number
  /** Takes secrets out before the excerpt is cut: of half a key nobody can tell that it is one. */
  redact?(text: string): string
  readonly signal?: AbortSignal
}

export interface SessionMatch {
  readonly sessionId: string
  readonly path: string
  readonly line: number
  /** What the words are: said by whom, given to or returned by a tool, or the name of the session. */
  readonly where: 'user' | 'assistant' | 'thinking' | 'call' | 'result' | 'system' | 'title'
  readonly uuid?: string
  /** ISO 8601. */
  readonly timestamp?: string
  /** The words around the match. Text from a file: escape it before it goes to a terminal. */
  readonly excerpt: string
  /** Where in `excerpt` the match begins, and how long it is. */
  readonly at: number
  readonly length: number
}

const PER_SESSION = 20
const IN_ALL = 200
const AROUND = 60
/** Longer than any key: so much around a match is looked at for secrets. */
const REACH = 16_384
const BREATH_BYTES = 8 * 1024 * 1024
/** Text that stands in JSON as it is, whoever wrote it. */
const UNESCAPED = /^[ !#-.0-;=?-[\]-~]+$/

/** Finds words in all sessions, those written last first; one line in memory at a time. */
export async function* grepSessions(request: GrepRequest): AsyncGenerator<SessionMatch, void, void> {
  const { configHome, cwd, query } = request
  if (query === '') return
  const files = sessionFilesIn(
    cwd === undefined ? projectDirectories(configHome) : [projectDirectory(configHome, cwd)],
  )
  const needle = new Needle(query, request.caseSensitive === true)
  const redact = (text: string): string => request.redact?.(text) ?? text
  let left = request.maxMatches ?? IN_ALL
  for (const file of files) {
    const most = Math.min(left, request.maxPerSession ?? PER_SESSION)
    for await (const match of grepFile(file, needle, { most, redact, signal: request.signal })) {
      left--
      yield match
    }
    if (left <= 0 || request.signal?.aborted) return
  }
}

class Needle {
  readonly #pattern: RegExp
  readonly #inJson: RegExp | undefined

  constructor(query: string, caseSensitive: boolean) {
    const flags = caseSensitive ? 'u' : 'iu'
    const literal = query.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    this.#pattern = new RegExp(literal, flags)
    // Without knowing how its writer escaped the rest, only such text can be looked for in the line itself.
    this.#inJson = UNESCAPED.test(query) ? new RegExp(literal, flags) : undefined
  }

  /** False only for a line that cannot hold it. */
  mayBeIn(bytes: Uint8Array): boolean {
    if (!this.#inJson) return true
    return this.#inJson.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  }

  find(text: string): Found | undefined {
    const found = this.#pattern.exec(text)
    return found ? { index: found.index, length: found[0].length } : undefined
  }
}

async function* grepFile(
  file: SessionFileFacts,
  needle: Needle,
  limits: { readonly most: number; readonly redact: Redact; readonly signal: AbortSignal | undefined },
): AsyncGenerator<SessionMatch, void, void> {
  const fd = openIfReadable(file.path)
  if (fd === undefined) return
  let found = 0
  let number = 0
  let breath = BREATH_BYTES
  try {
    for (const line of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES })) {
      number++
      if (line.offset > breath) {
        breath = line.offset + BREATH_BYTES
        await breathe()
      }
      if (found >= limits.most || limits.signal?.aborted) return
      if (line.tooLong || !needle.mayBeIn(line.bytes)) continue
      const match = matchIn(line.bytes, needle, limits.redact)
      if (!match) continue
      found++
      yield { sessionId: file.id, path: file.path, line: number, ...match }
    }
  } finally {
    closeSync(fd)
  }
}

type Redact = (text: string) => string
type Spot = Omit<SessionMatch, 'sessionId' | 'path' | 'line'>

/** The first match of an entry; keys, ids and other fields that nobody said do not count. */
const matchIn = (bytes: Uint8Array, needle: Needle, redact: Redact): Spot | undefined => {
  const parsed = parseEntry(parseJsonLine(bytes))
  if (parsed.kind !== 'message' && parsed.kind !== 'metadata') return undefined
  for (const { where, text } of wordsOf(parsed.entry)) {
    const found = needle.find(text)
    if (!found) continue
    return {
      where,
      ...excerptOf(cleaned(text, found, { needle, redact })),
      ...('uuid' in parsed.entry ? { uuid: parsed.entry.uuid, timestamp: parsed.entry.timestamp } : {}),
    }
  }
  return undefined
}

interface Found {
  readonly index: number
  readonly length: number
}

/** The text around a match without its secrets, and where the match is now: at a marker when it was within a secret. */
const cleaned = (
  whole: string,
  { index, length }: Found,
  { needle, redact }: { readonly needle: Needle; readonly redact: Redact },
): Found & { readonly text: string } => {
  const from = Math.max(0, index - REACH)
  const near = whole.slice(from, index + length + REACH)
  const text = redact(near)
  if (text === near) return { text, index: index - from, length }
  const again = needle.find(text)
  return again ? { text, ...again } : { text, index: firstDifference(near, text), length: 0 }
}

const firstDifference = (a: string, b: string): number => {
  let at = 0
  while (at < b.length && a[at] === b[at]) at++
  return at
}

const excerptOf = ({ text, index, length }: Found & { readonly text: string }) => {
  const from = Math.max(0, index - AROUND)
  return { excerpt: text.slice(from, index + length + AROUND), at: index - from, length }
}

interface Words {
  readonly where: SessionMatch['where']
  readonly text: string
}

const wordsOf = (entry: Entry): readonly Words[] => {
  switch (entry.type) {
    case 'user':
    case 'assistant':
      return wordsIn(entry.message.content, entry.type)
    case 'system':
      return [{ where: 'system', text: entry.content }]
    case 'attachment':
      return [{ where: 'system', text: entry.attachment.text }]
    case 'custom-title':
      return [{ where: 'title', text: entry.customTitle }]
    case 'ai-title':
      return [{ where: 'title', text: entry.aiTitle }]
    case 'summary':
      return [{ where: 'title', text: entry.summary }]
    case 'tag':
      return [{ where: 'title', text: entry.tag }]
    case 'pr-link':
      return [{ where: 'title', text: entry.prUrl }]
    default:
      return []
  }
}

const wordsIn = (content: string | readonly Block[], by: 'user' | 'assistant'): readonly Words[] =>
  typeof content === 'string'
    ? [{ where: by, text: content }]
    : content.flatMap(block => blockWords(block, by))

const blockWords = (block: Block, by: 'user' | 'assistant'): readonly Words[] => {
  switch (block.type) {
    case 'text':
      return [{ where: by, text: block.text }]
    case 'thinking':
      return [{ where: 'thinking', text: block.thinking }]
    case 'tool_use':
      return textsIn(block.input).map(text => ({ where: 'call', text }))
    case 'tool_result':
      return wordsIn(block.content, 'user').map(({ text }) => ({ where: 'result', text }))
    default:
      return []
  }
}

const DEEPEST = 20

/** Text values anywhere in what a call was given. */
const textsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.values(value).flatMap(part => textsIn(part, depth + 1))
}

const openIfReadable = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    // Removed meanwhile, or not ours to read: the search goes on in the others.
    return undefined
  }
}

const breathe = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve)
  })
