import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { parseJsonLine } from '../../../lib/jsonl.ts'
import type { Entry } from '../../../protocol/entry.ts'
import type { SessionSummary } from '../../../protocol/host.ts'
import { foldTitle, type TitleParts, titleOf } from '../folds/title.ts'
import { parseEntry } from '../parse-entry.ts'
import type { SessionFileFacts } from '../session-files.ts'

const END_BYTES = 64 * 1024
const NEWLINE = 10

/** Reads the first and the last 64 KB. Titles stand there, because the writer repeats them near the end. */
export const readRow = (
  file: SessionFileFacts,
  buffer: Buffer = Buffer.allocUnsafe(2 * END_BYTES),
): SessionSummary => {
  const fd = openSync(
    file.path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  )
  try {
    const { size } = fstatSync(fd)
    const isSmall = size <= 2 * END_BYTES
    const head = buffer.subarray(0, readSync(fd, buffer, 0, isSmall ? 2 * END_BYTES : END_BYTES, 0))
    const facts = new RowFacts()
    facts.takeHead(head)
    if (isSmall) facts.takeEnd(head)
    else {
      const got = readSync(fd, buffer, 0, END_BYTES, size - END_BYTES)
      const end = buffer.subarray(0, got)
      facts.takeEnd(end.subarray(end.indexOf(NEWLINE) + 1))
    }
    return facts.toRow(file)
  } finally {
    closeSync(fd)
  }
}

const TITLE_LINE = /^\{"type":"(custom-title|ai-title|tag|pr-link)"/

class RowFacts {
  #title: TitleParts = {}
  #tag = ''
  #member: SessionSummary['member']
  readonly #pullRequests = new Set<string>()
  #place: Partial<Pick<SessionSummary, 'createdAt' | 'cwd' | 'gitBranch' | 'entrypoint'>> | undefined

  /** Lines until it is known how the session began. */
  takeHead(head: Buffer): void {
    for (const { line, isCut } of linesOf(head)) {
      if (this.#title.firstPrompt !== undefined) return
      if (isCut) this.#takeCut(line)
      else this.#take(line)
    }
  }

  /** Of the end only what names the session, wherever other programs put it; the last one counts. */
  takeEnd(end: Buffer): void {
    for (const { line } of linesOf(end))
      if (TITLE_LINE.test(line.toString('latin1', 0, 30)) || isForeignTitle(line)) this.#take(line)
  }

  #take(line: Buffer): void {
    const parsed = parseEntry(parseJsonLine(line))
    if (parsed.kind === 'metadata') this.#takeEntry(parsed.entry)
    if (parsed.kind !== 'message' || parsed.entry.isSidechain) return
    const { timestamp, cwd, gitBranch, entrypoint } = parsed.entry
    this.#place ??= placeOf({ createdAt: timestamp, cwd, gitBranch, entrypoint })
    this.#takeEntry(parsed.entry)
  }

  #takeEntry(entry: Entry): void {
    if (entry.type === 'tag') this.#tag = entry.tag
    else if (entry.type === 'team-member') this.#member = { name: entry.name, team: entry.team }
    else if (entry.type === 'pr-link') this.#pullRequests.add(entry.prUrl)
    else this.#title = foldTitle(this.#title, entry)
  }

  /** A first prompt so long that its line goes on beyond what was read. */
  #takeCut(line: Buffer): void {
    const text = line.toString('utf8')
    const field = (name: string): string | undefined => textAfter(text, `"${name}":"`)
    if (field('type') !== 'user' && !text.includes('"type":"user"')) return
    const prompt = field('content') ?? field('text')
    this.#place ??= placeOf({
      createdAt: field('timestamp'),
      cwd: field('cwd'),
      gitBranch: field('gitBranch'),
      entrypoint: field('entrypoint'),
    })
    if (prompt !== undefined)
      this.#title = { ...this.#title, firstPrompt: prompt.replace(/\s+/g, ' ').trim().slice(0, MAX_PROMPT) }
  }

  toRow({ id, path, bytes, mtimeMs }: SessionFileFacts): SessionSummary {
    const title = titleOf(this.#title)
    const { custom, firstPrompt } = this.#title
    return {
      id,
      path,
      size: bytes,
      modifiedAt: mtimeMs,
      ...this.#place,
      ...(title === undefined ? {} : { title }),
      ...(custom === undefined ? {} : { name: custom }),
      ...(firstPrompt === undefined ? {} : { firstPrompt }),
      ...(this.#tag === '' ? {} : { tag: this.#tag }),
      ...(this.#member ? { member: this.#member } : {}),
      ...(this.#pullRequests.size === 0 ? {} : { pullRequests: [...this.#pullRequests] }),
    }
  }
}

const MAX_PROMPT = 200
const MAX_FIELD = 1000

/** The JSON text that begins behind `mark`, as far as it is there. */
const textAfter = (text: string, mark: string): string | undefined => {
  const at = text.indexOf(mark)
  if (at === -1) return undefined
  const raw = /^(?:[^"\\]|\\u[\da-f]{4}|\\[^u])*/i.exec(
    text.slice(at + mark.length, at + mark.length + MAX_FIELD),
  )
  return raw ? String(JSON.parse(`"${raw[0]}"`)) : undefined
}

const placeOf = (fields: { readonly [K in keyof SessionSummary]?: SessionSummary[K] | undefined }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== ''))

/** Metadata lines are short; other programs may order their fields in another way. */
const isForeignTitle = (line: Buffer): boolean =>
  line.length < 2000 && ['"customTitle"', '"aiTitle"', '"tag"', '"prUrl"'].some(mark => line.includes(mark))

function* linesOf(bytes: Buffer): Generator<{ readonly line: Buffer; readonly isCut: boolean }> {
  let from = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
    yield { line: bytes.subarray(from, at), isCut: false }
    from = at + 1
  }
  if (from < bytes.length) yield { line: bytes.subarray(from), isCut: true }
}
