const MAX_INDENT = 8

/** Collects Markdown: folds white space, and keeps line breaks and prefixes where they belong. */
export class MarkdownWriter {
  readonly #pieces: string[] = []
  #length = 0
  /** Line breaks and a blank that are written before the next text. */
  #breaks = 0
  #blank = false
  #quotes = 0
  readonly #lists: { ordered: boolean; count: number }[] = []
  #cells: number | undefined
  #rows = 0
  #fenced = false

  get length(): number {
    return this.#length
  }

  get isFenced(): boolean {
    return this.#fenced
  }

  text(text: string): void {
    if (this.#fenced) {
      this.mark(text.replaceAll('```', "'''"))
      return
    }
    const folded = text.replace(/[ \t\n\r\f]+/g, ' ')
    if (folded.startsWith(' ')) this.#blank = true
    const words = folded.trim()
    if (words === '') return
    this.mark(words)
    this.#blank = folded.endsWith(' ')
  }

  /** Text as it is, on the line at hand. */
  mark(text: string): void {
    this.#flush()
    this.#push(text)
  }

  /** At least so many line breaks before what comes next; inside a table a blank. */
  break(lines: number): void {
    if (this.#fenced) return
    if (this.#cells !== undefined) this.#blank = true
    else this.#breaks = Math.max(this.#breaks, lines)
  }

  quote(by: 1 | -1): void {
    this.break(2)
    this.#quotes = Math.max(0, this.#quotes + by)
  }

  openList(ordered: boolean): void {
    this.break(this.#lists.length > 0 ? 1 : 2)
    this.#lists.push({ ordered, count: 0 })
  }

  closeList(): void {
    this.#lists.pop()
    this.break(this.#lists.length > 0 ? 1 : 2)
  }

  item(): void {
    this.break(1)
    const list = this.#lists.at(-1)
    if (list) list.count++
    const indent = '  '.repeat(Math.min(MAX_INDENT, Math.max(0, this.#lists.length - 1)))
    this.mark(`${indent}${list?.ordered ? `${list.count}.` : '-'} `)
  }

  fence(open: boolean): void {
    if (open === this.#fenced) return
    this.#cells = undefined
    if (open) {
      this.break(2)
      this.mark('```')
      this.#breaks = 1
      this.#fenced = true
    } else {
      this.#fenced = false
      this.#breaks = 1
      this.mark('```')
      this.break(2)
    }
  }

  table(): void {
    this.endRow()
    this.break(2)
    this.#rows = 0
  }

  row(): void {
    this.endRow()
    this.break(1)
  }

  cell(): void {
    const cells = this.#cells ?? 0
    this.#blank = false
    this.mark(cells === 0 ? '| ' : ' | ')
    this.#cells = cells + 1
  }

  endRow(): void {
    const cells = this.#cells
    if (cells === undefined) return
    this.#blank = false
    this.mark(' |')
    this.#cells = undefined
    this.break(1)
    if (this.#rows++ === 0) this.mark(`|${' --- |'.repeat(cells)}`)
    this.break(1)
  }

  toString(): string {
    return this.#pieces.join('').trim()
  }

  #flush(): void {
    if (this.#length > 0 && this.#breaks > 0)
      for (let line = 0; line < this.#breaks; line++)
        this.#push(`\n${'> '.repeat(Math.min(MAX_INDENT, this.#quotes))}`)
    else if (this.#length === 0 && this.#quotes > 0) this.#push('> ')
    else if (this.#blank && this.#length > 0 && !this.#pieces.at(-1)?.endsWith(' ')) this.#push(' ')
    this.#breaks = 0
    this.#blank = false
  }

  #push(text: string): void {
    this.#pieces.push(text)
    this.#length += text.length
  }
}
