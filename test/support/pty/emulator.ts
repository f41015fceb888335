import xterm, { type IBufferCell, type Terminal } from '@xterm/headless'
import { modernWidths } from './modern-widths.ts'

export interface EmulatorOptions {
  readonly columns: number
  readonly rows: number
  /** What it does to rows that no longer fit; as xterm.js comes unless told. */
  readonly reflow?: 'none' | 'but-cursor-row'
}

export interface StyledCell {
  readonly text: string
  readonly width: number
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly inverse: boolean
  readonly strike: boolean
  /** `default`, `ansi:<n>` or `#rrggbb`. */
  readonly colour: string
  readonly background: string
}

/** A terminal without a window: takes bytes, shows cells. */
export interface Emulator {
  readonly terminal: Terminal
  readonly columns: number
  readonly rows: number
  write(bytes: string | Uint8Array): void
  resize(columns: number, rows: number): void
  /** The rows on the screen, blanks at their ends removed. */
  screen(): string[]
  /** How many rows have left the screen at its top. */
  scrolled(): number
  /** These rows, oldest first. */
  scrollback(): string[]
  /** Both, rows joined that the terminal itself has broken; without the blank ones at the end. */
  lines(): string[]
  cursor(): { readonly x: number; readonly y: number }
  cursorShown(): boolean
  isAlternate(): boolean
  cell(x: number, y: number): StyledCell
  /** What the terminal answers to questions. */
  onReply(listener: (bytes: string) => void): void
}

/** Parts of the emulator without a public name. */
interface Internals {
  readonly _core: {
    writeSync(data: string | Uint8Array): void
    readonly coreService: { readonly isCursorHidden: boolean }
  }
}

export const createEmulator = ({ columns, rows, reflow }: EmulatorOptions): Emulator => {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 20_000,
    allowProposedApi: true,
    logLevel: 'off',
    windowsMode: reflow === 'none',
    windowOptions: { pushTitle: true, popTitle: true },
  })
  terminal.unicode.register(modernWidths())
  terminal.unicode.activeVersion = 'modern'
  const core = (terminal as unknown as Internals)._core
  const rowText = (y: number): string =>
    terminal.buffer.active.getLine(y)?.translateToString(true, 0, terminal.cols) ?? ''
  return {
    terminal,
    get columns() {
      return terminal.cols
    },
    get rows() {
      return terminal.rows
    },
    write: bytes => core.writeSync(bytes),
    resize: (toColumns, toRows) => terminal.resize(toColumns, toRows),
    screen() {
      const top = terminal.buffer.active.baseY
      return Array.from({ length: terminal.rows }, (_, y) => rowText(top + y).trimEnd())
    },
    scrolled: () => terminal.buffer.active.baseY,
    scrollback: () => Array.from({ length: terminal.buffer.active.baseY }, (_, y) => rowText(y).trimEnd()),
    lines() {
      const { active } = terminal.buffer
      const joined: string[] = []
      for (let y = 0; y < active.length; y++) {
        const line = active.getLine(y)
        const next = active.getLine(y + 1)
        const goesOn = next?.isWrapped === true
        // A wide character that did not fit leaves a cell behind that was never written.
        const filler = goesOn && line?.getCell(terminal.cols - 1)?.getCode() === 0 ? 1 : 0
        const text = line?.translateToString(!goesOn, 0, terminal.cols - filler) ?? ''
        if (line?.isWrapped) joined.push(`${joined.pop() ?? ''}${text}`)
        else joined.push(text)
      }
      const lines = joined.map(text => text.trimEnd())
      while (lines.at(-1) === '') lines.pop()
      return lines
    },
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
    cursorShown: () => !core.coreService.isCursorHidden,
    isAlternate: () => terminal.buffer.active.type === 'alternate',
    cell(x, y) {
      const found = terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)?.getCell(x)
      if (!found) throw new Error(`no cell at ${x},${y}`)
      return styled(found)
    },
    onReply: listener => void terminal.onData(listener),
  }
}

const styled = (cell: IBufferCell): StyledCell => ({
  text: cell.getChars(),
  width: cell.getWidth(),
  bold: cell.isBold() !== 0,
  dim: cell.isDim() !== 0,
  italic: cell.isItalic() !== 0,
  underline: cell.isUnderline() !== 0,
  inverse: cell.isInverse() !== 0,
  strike: cell.isStrikethrough() !== 0,
  colour: colourOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
  background: colourOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
})

const colourOf = (plain: boolean, rgb: boolean, value: number): string =>
  plain ? 'default' : rgb ? `#${value.toString(16).padStart(6, '0')}` : `ansi:${value}`
