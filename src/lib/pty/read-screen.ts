import type { IMarker, Terminal } from '@xterm/headless'
import type { PtySize } from './open-pty.ts'
import { TypedLines } from './typed-lines.ts'

/** Stands where a person typed. */
const TYPED = '[typed]'

/** Reads the screen of a program in a terminal as a person sees it, and knows what of it they typed themselves. */
export interface ScreenReader {
  typed(bytes: Uint8Array): void
  printed(bytes: Uint8Array): void
  resize(size: PtySize): void
  /** Characters that came and were not read yet. */
  readonly waiting: number
  /** Resolves when all that came was read. */
  read(): Promise<void>
  /** The end of the ordinary screen, {@link TYPED} where somebody typed. */
  text(): string
  /** Gives a terminal back as a program finds it that comes next, whatever this one left switched on. */
  restore(): string
}

/** Rows above the screen that are kept. */
const KEPT_ROWS = 1_000
/** After a line was sent, how many lines its late echo may take to come. */
const LATE_LINES = 8

type Step =
  | { readonly kind: 'typed' | 'printed'; readonly text: string }
  | { readonly kind: 'resize'; readonly size: PtySize }

/** Cells somebody typed into, and what stood there then. */
interface Span {
  readonly row: IMarker | undefined
  readonly from: number
  readonly text: string
}

export const createScreenReader = async (size: PtySize): Promise<ScreenReader> => {
  const library = await import('@xterm/headless')
  // A script of the older kind: what imports it may have its names only as a whole.
  const { Terminal } = library.default ?? library
  return new Reader(
    new Terminal({
      cols: size.columns,
      rows: size.rows,
      scrollback: KEPT_ROWS,
      allowProposedApi: true,
      logLevel: 'off',
    }),
  )
}

class Reader implements ScreenReader {
  readonly #terminal: Terminal
  readonly #lines = new TypedLines()
  readonly #steps: Step[] = []
  readonly #spans: Span[] = []
  readonly #input = new TextDecoder()
  readonly #output = new TextDecoder()
  /** Where somebody began to type; its line has not ended. */
  #begun: { readonly row: IMarker | undefined; readonly column: number } | undefined
  /** Sent before the program was there to show it. */
  #late: { readonly line: string; lines: number }[] = []
  #reading: Promise<void> | undefined
  #waiting = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  get waiting(): number {
    return this.#waiting
  }

  typed(bytes: Uint8Array): void {
    this.#add({ kind: 'typed', text: this.#input.decode(bytes, { stream: true }) })
  }

  printed(bytes: Uint8Array): void {
    const text = this.#output.decode(bytes, { stream: true })
    this.#waiting += text.length
    this.#add({ kind: 'printed', text })
  }

  resize(size: PtySize): void {
    this.#add({ kind: 'resize', size })
  }

  async read(): Promise<void> {
    await this.#reading
  }

  text(): string {
    this.#endLine()
    if (this.#lines.isTooMuch) return TYPED
    return this.#lines.without(this.#screen().join('\n').trimEnd(), TYPED)
  }

  restore(): string {
    const { active } = this.#terminal.buffer
    const leave = active.type === 'alternate' ? '\u001b[?1049l' : ''
    return leave + RESTORE + (active.cursorX > 0 || leave !== '' ? '\r\n' : '')
  }

  #add(step: Step): void {
    this.#steps.push(step)
    this.#reading ??= this.#run()
  }

  /** In the order in which it happened: where the cursor stands decides what an echo is. */
  async #run(): Promise<void> {
    // Not before somebody knows that it runs.
    await Promise.resolve()
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      if (step.kind === 'resize') this.#terminal.resize(step.size.columns, step.size.rows)
      else if (step.kind === 'typed') this.#take(step.text)
      else {
        await this.#print(step.text)
        this.#waiting -= step.text.length
      }
    }
    this.#reading = undefined
  }

  #take(text: string): void {
    const isOrdinary = this.#terminal.buffer.active.type === 'normal'
    this.#lines.takesKeys = !isOrdinary
    for (const { what, line } of this.#lines.add(text)) {
      if (!isOrdinary) continue
      if (what === 'enter' && line?.trim()) this.#late.push({ line: line.trim(), lines: LATE_LINES })
      if (what === 'enter' || this.#begun) continue
      const row = this.#terminal.registerMarker(0)
      this.#begun = { row, column: this.#terminal.buffer.active.cursorX }
    }
  }

  async #print(text: string): Promise<void> {
    let rest = text
    while (rest !== '' && (this.#begun || this.#late.length > 0)) {
      const at = rest.indexOf('\n')
      if (at < 0) break
      await this.#write(rest.slice(0, at))
      this.#endLine()
      await this.#write('\n')
      rest = rest.slice(at + 1)
    }
    if (rest !== '') await this.#write(rest)
  }

  #write(text: string): Promise<void> {
    return text === '' ? Promise.resolve() : new Promise(resolve => this.#terminal.write(text, resolve))
  }

  /** The line that was typed into has come to its end: all that stands from where somebody began to type is theirs. */
  #endLine(): void {
    const { normal } = this.#terminal.buffer
    const cursor = normal.baseY + normal.cursorY
    const begun = this.#begun
    this.#begun = undefined
    if (begun?.row && !begun.row.isDisposed) {
      const first = begun.row.line
      let shown = ''
      for (let row = first; row <= Math.max(first, cursor); row++)
        shown += this.#mark(row, row === first ? begun.column : 0)
      const [sent] = this.#late
      if (sent && shown.includes(sent.line)) this.#late.shift()
      return
    }
    const shown = this.#rowText(cursor).trimEnd()
    const echoed = this.#late.find(({ line }) => shown.endsWith(line))
    if (echoed) this.#mark(cursor, shown.length - echoed.line.length)
    for (const each of this.#late) each.lines -= 1
    this.#late = this.#late.filter(each => each !== echoed && each.lines > 0)
  }

  /** Answers what stands there. */
  #mark(row: number, from: number): string {
    const { normal, active } = this.#terminal.buffer
    const text = this.#rowText(row).slice(from).trimEnd()
    if (text.trim() === '' || active.type !== 'normal') return ''
    const shown = normal.getLine(row)?.translateToString(true, from) ?? ''
    this.#lines.know(shown)
    const marker = this.#terminal.registerMarker(row - normal.baseY - normal.cursorY)
    this.#spans.push({ row: marker, from, text })
    return shown
  }

  /** As many characters as cells: what takes two of them, or comes with marks above it, is one and a blank. */
  #rowText(y: number): string {
    const line = this.#terminal.buffer.normal.getLine(y)
    if (!line) return ''
    let text = ''
    for (let x = 0; x < this.#terminal.cols; x++) text += cellText(line.getCell(x)?.getChars())
    return text
  }

  #screen(): readonly string[] {
    const { normal } = this.#terminal.buffer
    const joined: string[] = []
    for (let y = 0; y < normal.length; y++) {
      const line = normal.getLine(y)
      const shown = this.#shownRow(y)
      if (line?.isWrapped) joined.push(`${joined.pop() ?? ''}${shown}`)
      else joined.push(shown)
    }
    return joined.map(text => text.trimEnd().replace(/(?:\[typed\]){2,}/g, TYPED))
  }

  #shownRow(y: number): string {
    const line = this.#terminal.buffer.normal.getLine(y)
    const goesOn = this.#terminal.buffer.normal.getLine(y + 1)?.isWrapped === true
    const cells = this.#rowText(y)
    // What is no longer what it was has been written over by the program.
    const spans = this.#spans
      .filter(({ row, from, text }) => row?.line === y && cells.startsWith(text, from))
      .sort((a, b) => a.from - b.from)
    let shown = ''
    let at = 0
    for (const { from, text } of spans) {
      if (from < at) continue
      shown += (line?.translateToString(false, at, from) ?? '') + TYPED
      at = from + text.length
    }
    return shown + (line?.translateToString(!goesOn, at, this.#terminal.cols) ?? '')
  }
}

const cellText = (chars = ''): string => (chars.length === 1 ? chars : chars === '' ? ' ' : '\ufffd')

/** Colors, cursor, keypad, mouse, focus, paste, keys that are told apart, inserting, scrolling of a part. */
const RESTORE = [
  '\u001b[0m\u001b[?25h\u001b[?1l\u001b>\u001b[4l\u001b[?7h',
  ...[1000, 1002, 1003, 1004, 1006, 2004].map(mode => `\u001b[?${mode}l`),
  '\u001b[<u\u001b[>4m\u001b7\u001b[r\u001b8',
].join('')
