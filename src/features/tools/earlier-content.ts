import { escapeInvisible } from '../../lib/escape-text.ts'
import { joinRanges, type LineRanges } from '../../lib/line-ranges.ts'
import { markersIn } from '../../lib/secrets/marker.ts'
import type { AttachmentMessage, Message } from '../../protocol/message.ts'
import { MAX_LINE_CHARS } from './read/text-excerpt.ts'

/** Only so many of the last messages count: what was read before has most likely been read again since. */
const MAX_MESSAGES = 2_000

/** What an earlier run of the session showed the model of a file. */
export interface EarlierFile {
  /** By number, as shown. */
  readonly lines: ReadonlyMap<number, string>
  readonly total: number
  /** All of it at once, where that is how it was shown. */
  readonly text?: string | undefined
  /** It changed later on, which the model was told; what it was then is not known. */
  readonly outdated?: true
}

/**
 * What an earlier run of the session showed of files, by path, the one shown last at the end: results of reading and
 * writing, edits applied. Read from the results themselves, whichever tool they are of.
 */
export const earlierContents = (messages: readonly Message[]): Map<string, EarlierFile> => {
  const known = new Map<string, EarlierFile>()
  for (const message of messages.slice(-MAX_MESSAGES)) {
    if (message.type === 'user' && isFields(message.toolUseResult)) take(known, message.toolUseResult)
    if (message.type === 'attachment') takeAttached(known, message.attachment)
  }
  return known
}

/** Whether some of it was in another encoding than files say themselves: of those a result has a note. */
export const mayBeEncoded = (messages: readonly Message[]): boolean =>
  messages.some(message => {
    if (message.type === 'attachment') return message.attachment.kind === 'mention'
    const output = message.type === 'user' ? message.toolUseResult : undefined
    return isFields(output) && (isFilled(output['notes']) || isFilled(output['kept']))
  })

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The lines of the file that the model saw as they are now; `undefined` when what it saw is not so any more. */
export const linesAsShown = (
  text: string | undefined,
  shown: EarlierFile,
): { readonly lines: LineRanges; readonly whole: boolean } | undefined => {
  if (text === undefined || shown.outdated) return undefined
  const { total } = shown
  // Of a resumed session every file is compared before its first request, and most are what they were.
  if (total > 0 && shown.text === withoutEnds(text)) return { lines: [{ from: 1, to: total }], whole: true }
  const now = linesOf(text)
  if (now.length !== total) return undefined
  const { lines } = shown
  for (const [number, shown] of lines) if (!isShownAs(now[number - 1] ?? '', shown)) return undefined
  return {
    lines: joinRanges([...lines.keys()].map(line => ({ from: line, to: line }))),
    whole: lines.size >= total,
  }
}

/** A result may escape, cut and mask what a line holds. */
const isShownAs = (line: string, shown: string): boolean =>
  line === shown ||
  escapeInvisible(line) === shown ||
  markersIn(shown).length > 0 ||
  (line.length > MAX_LINE_CHARS && shown.length >= MAX_LINE_CHARS - 1 && line.startsWith(shown))

/** Results show lines, so neither the kind of line ends nor the last one can be told from them. */
const linesOf = (text: string): readonly string[] => (text === '' ? [] : withoutEnds(text).split('\n'))

const withoutEnds = (text: string): string => {
  const plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  return plain.endsWith('\n') ? plain.slice(0, -1) : plain
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const take = (known: Map<string, EarlierFile>, output: Fields): void => {
  const { file, filePath, content, originalFile } = output
  if (isFields(file)) takeShown(known, file)
  else if (typeof filePath !== 'string') return
  else if (typeof content === 'string') put(known, filePath, wholeOf(content))
  else if (originalFile !== undefined) takeEdited(known, filePath, output)
}

const takeAttached = (known: Map<string, EarlierFile>, attachment: AttachmentMessage['attachment']): void => {
  const { kind, text, paths, read } = attachment
  if (kind === 'changed_files') outdate(known, paths)
  if (kind !== 'mention' || !isFields(read)) return
  const lines = text.split('\n').slice(1, 1 + Number(read['numLines']))
  takeShown(known, { ...read, content: lines.map(line => line.replace(/^\d+→/, '')).join('\n') })
}

/** Anew at the end: the order tells which were shown last. */
const put = (known: Map<string, EarlierFile>, path: string, file: EarlierFile): void => {
  known.delete(path)
  known.set(path, file)
}

const numbered = (lines: readonly string[], from: number): Map<number, string> =>
  new Map(lines.map((line, index) => [from + index, line]))

const wholeOf = (content: string): EarlierFile => {
  const lines = linesOf(content)
  return { lines: numbered(lines, 1), total: lines.length }
}

const takeShown = (known: Map<string, EarlierFile>, file: Fields): void => {
  // What it says is not touched: it may have to be put together first.
  const { filePath, startLine, numLines, totalLines: total } = file
  if (typeof filePath !== 'string' || !('content' in file)) return
  if (typeof startLine !== 'number' || typeof numLines !== 'number' || typeof total !== 'number') return
  const before = known.get(filePath)
  put(known, filePath, new ShownFile(before?.total === total && !before.outdated ? before : undefined, file))
}

/** Of most files nobody ever asks which lines were shown: they are taken apart when somebody does. */
class ShownFile implements EarlierFile {
  readonly total: number
  readonly #before: EarlierFile | undefined
  readonly #file: Fields
  #lines: ReadonlyMap<number, string> | undefined

  constructor(before: EarlierFile | undefined, file: Fields) {
    this.total = Number(file['totalLines'])
    this.#before = before
    this.#file = file
  }

  get text(): string | undefined {
    const { content, startLine, numLines } = this.#file
    const isWhole = startLine === 1 && numLines === this.total && this.#before === undefined
    return isWhole && typeof content === 'string' ? content : undefined
  }

  get lines(): ReadonlyMap<number, string> {
    this.#lines ??= this.#join()
    return this.#lines
  }

  #join(): ReadonlyMap<number, string> {
    const { content, startLine, numLines } = this.#file
    const text = typeof content === 'string' && numLines !== 0 ? content : undefined
    const shown = numbered(text === undefined ? [] : text.split('\n'), Number(startLine))
    const before = this.#before?.lines
    const fits = before && [...shown].every(([line, text]) => (before.get(line) ?? text) === text)
    return fits ? new Map([...before, ...shown]) : shown
  }
}

const outdate = (known: Map<string, EarlierFile>, paths: unknown): void => {
  for (const path of Array.isArray(paths) ? paths : []) {
    const file = known.get(String(path))
    if (file) known.set(String(path), { lines: file.lines, total: file.total, outdated: true })
  }
}

interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

const takeEdited = (known: Map<string, EarlierFile>, path: string, output: Fields): void => {
  const { originalFile, structuredPatch } = output
  const before = originalFile === '' ? wholeOf('') : known.get(path)
  if (!before || !Array.isArray(structuredPatch)) return void known.delete(path)
  const original = typeof originalFile === 'string' ? linesOf(originalFile) : undefined
  const isOther =
    original &&
    (original.length !== before.total ||
      [...before.lines].some(([line, shown]) => !isShownAs(original[line - 1] ?? '', shown)))
  const hunks = structuredPatch.filter(isHunk)
  put(
    known,
    path,
    isOther ? { lines: before.lines, total: before.total, outdated: true } : patched(before, hunks),
  )
}

const isHunk = (value: unknown): value is Hunk =>
  isFields(value) &&
  [value['oldStart'], value['oldLines'], value['newStart'], value['newLines']].every(Number.isInteger) &&
  Array.isArray(value['lines'])

/** Lines behind a hunk move; of those in it the model knows what it wrote, and what it knew before. */
const patched = (before: EarlierFile, hunks: readonly Hunk[]): EarlierFile => {
  const lines = new Map<number, string>()
  for (const [line, text] of before.lines) {
    if (hunks.some(hunk => line >= hunk.oldStart && line < hunk.oldStart + hunk.oldLines)) continue
    const earlier = hunks.filter(hunk => hunk.oldStart + hunk.oldLines <= line)
    lines.set(line + grown(earlier), text)
  }
  for (const hunk of hunks) {
    let [old, now] = [hunk.oldStart, hunk.newStart]
    for (const line of hunk.lines) {
      const kept = line.startsWith(' ') ? before.lines.get(old) : undefined
      if (kept !== undefined) lines.set(now, kept)
      if (line.startsWith('+')) lines.set(now, line.slice(1))
      if (line.startsWith(' ') || line.startsWith('-')) old++
      if (line.startsWith(' ') || line.startsWith('+')) now++
    }
  }
  return { lines, total: before.total + grown(hunks), ...(before.outdated ? { outdated: true } : {}) }
}

const grown = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { newLines, oldLines }) => sum + newLines - oldLines, 0)
