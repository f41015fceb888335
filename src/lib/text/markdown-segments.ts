/** A piece of a Markdown text that can be read by itself. The pieces make up the text. */
interface MarkdownSegment {
  readonly text: string
  /** One paragraph beyond all measure: it is shown as it is written. */
  readonly plain?: true
  /** Begins in the middle of a list. */
  readonly goesOn?: true
}

/** Lines cost beside their letters: a reader tries to begin something at each of them. */
const LINE_WEIGHT = 32
/** Weight from which on a piece ends where nothing hangs together any more. */
const SOFT = 8 * 1024
/** From here on it ends at the last empty line or item; where there is none either, it is shown as it is written. */
const HARD = 16 * 1024
/** Rows of a table must stay together, and are cheap. */
const TABLE = 512 * 1024

const OPENING = /^(`{3,})[^`]*$|^(~{3,})/
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const TABLE_ROW = /^ {0,3}\|/
const BLANK = /^[ \t]*$/

/**
 * Splits a text at ends of blocks, so that reading it costs the sum of its pieces: what takes the square of a length
 * takes it of a short one. A text that is short is one piece.
 */
const segmentMarkdown = (text: string): readonly MarkdownSegment[] => {
  if (text.length * (1 + LINE_WEIGHT) <= SOFT) return [{ text }]
  const splitter = new Splitter(text)
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const next = end < 0 ? text.length : end + 1
    splitter.line(from, next)
    from = next
  }
  return splitter.end()
}

class Splitter {
  readonly #text: string
  readonly #segments: MarkdownSegment[] = []
  #start = 0
  #fence: string | undefined
  #afterBlank = false
  /** Where the piece could end: best behind an empty line before plain text, else behind any, or before an item. */
  #safe = -1
  #blank = -1
  #item = -1
  #isTable = true
  #weight = 0
  #goesOn = false

  constructor(text: string) {
    this.#text = text
  }

  line(from: number, next: number): void {
    const line = this.#text.slice(from, next).replace(/\n$/, '')
    if (this.#fence !== undefined) {
      if (isClosing(line, this.#fence)) this.#cut(next)
      return
    }
    const [, ticks, tildes] = OPENING.exec(line) ?? []
    const fence = ticks ?? tildes
    if (fence !== undefined) {
      this.#cut(from)
      this.#fence = fence
      return
    }
    this.#note(line, from)
    this.#weight += next - from + LINE_WEIGHT
    if (this.#weight >= SOFT) this.#shorten(next)
  }

  end(): readonly MarkdownSegment[] {
    this.#cut(this.#text.length)
    return this.#segments
  }

  #note(line: string, from: number): void {
    if (BLANK.test(line)) {
      this.#afterBlank = true
      return
    }
    const isItem = LIST_ITEM.test(line)
    if (this.#afterBlank) {
      this.#blank = from
      if (!isItem && !/^[ \t]/.test(line)) this.#safe = from
    }
    if (isItem) this.#item = from
    if (!TABLE_ROW.test(line)) this.#isTable = from === this.#start
    else if (this.#afterBlank) this.#isTable = true
    this.#afterBlank = false
  }

  /** Ends the piece where it may end; `at` is the end of the line that made it too heavy. */
  #shorten(at: number): void {
    if (this.#safe > this.#start) this.#cut(this.#safe, at)
    if (this.#weight < HARD) return
    const other = Math.max(this.#blank, this.#item)
    if (other > this.#start) {
      const isItem = other === this.#item
      this.#cut(other, at)
      this.#goesOn = isItem
    } else if (!this.#isTable || this.#weight >= TABLE) this.#cut(at, at, 'plain')
  }

  /** Ends the piece at `end`; lines up to `read` were looked at. */
  #cut(end: number, read = end, how?: 'plain'): void {
    if (end > this.#start)
      this.#segments.push({
        text: this.#text.slice(this.#start, end),
        ...(how === 'plain' ? { plain: true } : {}),
        ...(this.#goesOn ? { goesOn: true } : {}),
      })
    this.#goesOn = false
    this.#start = end
    this.#fence = undefined
    this.#safe = -1
    this.#blank = -1
    this.#item = -1
    this.#isTable = true
    this.#weight = 0
    // Lines behind the cut were noted for the piece before: they are short of a whole piece.
    if (read > end) this.#again(end, read)
  }

  #again(from: number, to: number): void {
    let at = from
    while (at < to) {
      const end = this.#text.indexOf('\n', at)
      const next = end < 0 || end + 1 > to ? to : end + 1
      this.#note(this.#text.slice(at, next).replace(/\n$/, ''), at)
      this.#weight += next - at + LINE_WEIGHT
      at = next
    }
  }
}

const isClosing = (line: string, fence: string): boolean => {
  const trimmed = line.trim()
  return (
    /^ {0,3}[`~]/.test(line) &&
    trimmed.length >= fence.length &&
    trimmed === (fence[0] ?? '').repeat(trimmed.length)
  )
}

interface Block {
  readonly type: string
  raw: string
}

interface BlockList extends Block {
  readonly ordered: boolean
  readonly items: Block[]
}

/** How blocks are read and made by whoever knows them. */
export interface BlockReader<T extends Block> {
  lex(text: string): readonly T[]
  asWritten(text: string): T
}

/** The blocks of a text, read piece by piece. A list that had to be cut is one again. */
export const readSegments = <T extends Block>(text: string, reader: BlockReader<T>): readonly T[] => {
  const blocks: T[] = []
  for (const { text: piece, plain, goesOn } of segmentMarkdown(text)) {
    const read = plain ? [reader.asWritten(piece)] : reader.lex(piece)
    const [first] = read
    const last = blocks.at(-1)
    const isJoined = goesOn && isList(last) && isList(first) && last.ordered === first.ordered
    if (isJoined) {
      last.raw += first.raw
      for (const item of first.items) last.items.push(item)
    }
    for (const block of isJoined ? read.slice(1) : read) blocks.push(block)
  }
  return blocks
}

const isList = (block: Block | undefined): block is BlockList => block?.type === 'list'
