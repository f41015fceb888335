import type { Token, Tokens } from 'marked'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeLines } from '../safe-text.ts'
import { RUN_START, type RunState, renderItems, renderRun } from './block-run.ts'
import { isFence, isLoading, openFence } from './code-block.ts'
import { endsBlank } from './flow.ts'
import { type OpenCode, openCode } from './open-code.ts'
import type { RichText } from './rich-text.ts'

export interface Taken {
  /** Lines that are new and final: to be printed once. */
  readonly stable: readonly Line[]
  /** What may still change. */
  readonly tail: readonly Line[]
}

/** A block longer than this is shown as it is written, and only its end, until it is complete. */
const MAX_TAIL_CHARS = 8_000
/** Longer than any paragraph: its lines are given away as they are written, or every further one would cost them all. */
const MAX_OPEN_CHARS = 200_000

/**
 * Markdown that arrives in pieces. What is complete — a block, an item of a list, a line of code — is given away once,
 * by its place in the source, so that a call costs what is still open and not what there was before, and another width
 * changes nothing that was given away.
 */
export class MarkdownStream {
  /** Source that was not given away yet. */
  #open = ''
  /** Length of the whole lines in it: to look for their end again with every piece would cost the whole of a long line. */
  #lines = 0
  /** The last of what came: to cut it off a long text that grows copies all of that text. */
  #recent = ''
  /** The half of a line end, when a piece ended in the middle of one. */
  #carry = ''
  #ended = false
  #state: RunState = RUN_START
  #code: OpenCode | undefined
  /** Length of `#open` that was looked at without finding anything complete. */
  #looked = 0
  /** Characters that had to be read, for tests: must grow with the text, not with its square. */
  work = 0

  push(text: string): void {
    const whole = this.#carry + text
    this.#carry = whole.endsWith('\r') ? '\r' : ''
    this.#add((this.#carry ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n'))
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    if (this.#carry) this.#add('\n')
    this.#looked = 0
  }

  #add(text: string): void {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) this.#lines = this.#open.length + end
    this.#open += text
    this.#recent = (this.#recent + text).slice(-MAX_TAIL_CHARS)
  }

  /** Everything was given away. */
  get done(): boolean {
    return this.#ended && this.#open === '' && !this.#code
  }

  take(look: RenderOptions): Taken {
    const { rich } = look
    if (rich?.state === 'ready') {
      const stable = this.#settle(look, rich)
      // What moves is drawn cell by cell: no row of it is left to the terminal.
      return { stable, tail: this.#tail({ ...look, soft: undefined }, rich) }
    }
    if (rich?.state !== 'loading') return this.#takePlain(look)
    rich.load()
    return { stable: [], tail: plainLines(this.#open.slice(-MAX_TAIL_CHARS), look) }
  }

  #takePlain(look: RenderOptions): Taken {
    const end = this.#ended ? this.#open.length : this.#lines
    const stable = plainLines(this.#open.slice(0, end), look)
    this.#advance(end)
    return { stable, tail: plainLines(this.#open, look) }
  }

  #settle(look: RenderOptions, rich: RichText): readonly Line[] {
    const stable: Line[] = []
    for (;;) {
      const before = this.#open.length
      const wasCode = this.#code !== undefined
      for (const line of wasCode ? this.#settleCode(look) : this.#settleBlocks(look, rich)) stable.push(line)
      if (this.#open.length === before && wasCode === (this.#code !== undefined)) return stable
    }
  }

  #settleCode(look: RenderOptions): readonly Line[] {
    const code = this.#code
    if (!code) return []
    const source = this.#ended ? this.#open : this.#open.slice(0, this.#lines)
    const read = code.read(source, { ended: this.#ended, look })
    this.work += read.length
    this.#advance(read.length)
    this.#code = read.next
    return read.lines
  }

  #settleBlocks(look: RenderOptions, rich: RichText): readonly Line[] {
    if ((this.#ended ? this.#open.length : this.#lines) <= this.#looked) return []
    const complete = this.#ended ? this.#open : this.#open.slice(0, this.#lines)
    const tokens = this.#lex(complete, rich)
    if (!tokens) return []
    const held = tokens.findIndex(token => isHeld(token, look))
    const count = Math.min(
      held < 0 ? tokens.length : held,
      this.#ended ? tokens.length : countComplete(tokens),
    )
    const { lines, state } = renderRun(tokens.slice(0, count), this.#state, look)
    const length = tokens.slice(0, count).reduce((sum, token) => sum + token.raw.length, 0)
    this.#state = state
    this.#advance(this.#ended && count === tokens.length ? this.#open.length : length)
    const next = tokens[count]
    if (!next || this.#ended) return lines
    if (next.type === 'code' && isFence(next.raw)) {
      this.#enterCode()
      return lines
    }
    if (next.type === 'list') return [...lines, ...this.#settleItems(next as Tokens.List, look)]
    if (this.#open.length > MAX_OPEN_CHARS) return [...lines, ...this.#takePlain(look).stable]
    this.#looked = complete.length - length
    return lines
  }

  /** Blocks whose sources make up the text; undefined when they do not, and nothing can be said about places. */
  #lex(text: string, rich: RichText): readonly Token[] | undefined {
    this.work += text.length
    const tokens = rich.lex(text)
    return this.#ended || tokens.map(token => token.raw).join('') === text ? tokens : undefined
  }

  #enterCode(): void {
    const end = this.#open.indexOf('\n')
    const fence = openFence(this.#open.slice(0, end))
    if (!fence) return
    const opened = openCode(fence, this.#state)
    this.#code = opened.code
    this.#state = opened.state
    this.#advance(end + 1)
  }

  #settleItems(list: Tokens.List, look: RenderOptions): readonly Line[] {
    const count = list.items.length - 1
    const length = list.items.slice(0, count).reduce((sum, item) => sum + item.raw.length, 0)
    const { lines, state } = renderItems(list, count, { state: this.#state, look })
    if (count > 0) this.#state = state
    this.#advance(length)
    this.#looked = this.#ended ? 0 : this.#lines
    return lines
  }

  #advance(length: number): void {
    if (length === 0) return
    this.#open = this.#open.slice(length)
    this.#lines = Math.max(0, this.#lines - length)
    this.#looked = 0
  }

  #tail(look: RenderOptions, rich: RichText): readonly Line[] {
    const isLong = this.#open.length > MAX_TAIL_CHARS
    const end = isLong ? this.#recent : this.#open
    if (this.#code) return this.#code.tail(end, look)
    if (end.trim() === '') return []
    if (isLong) return plainLines(end.slice(-MAX_TAIL_CHARS / 2), look)
    this.work += this.#open.length
    return renderRun(rich.lex(this.#open), this.#state, look).lines
  }
}

const ENDS_WITH_LINE = ['heading', 'hr']
const ENDS_WITH_BLANK = ['paragraph', 'table', 'blockquote', 'def']

/** Of blocks made of whole lines: how many no further line can change. */
const countComplete = (tokens: readonly Token[]): number => {
  const at = tokens.findLastIndex(token => token.type !== 'space')
  const last = tokens[at]
  if (!last) return tokens.length
  const isApart = at < tokens.length - 1 || endsBlank(last.raw)
  const isComplete = ENDS_WITH_LINE.includes(last.type) || (isApart && ENDS_WITH_BLANK.includes(last.type))
  return isComplete ? tokens.length : at
}

/** Code whose colours are on their way waits for them: once printed it would stay grey. */
const isHeld = (token: Token, look: RenderOptions): boolean =>
  token.type === 'code' &&
  isFence(token.raw) &&
  isLoading(openFence(token.raw.split('\n', 1)[0] ?? '')?.language, look)

const plainLines = (text: string, { width }: RenderOptions): readonly Line[] =>
  text === '' ? [] : safeLines(text).flatMap(line => wrapAnsi(line, width))

/** Text that is complete, at once. */
export const renderMarkdown = (text: string, look: RenderOptions): readonly Line[] => {
  if (look.rich?.state === 'loading') {
    look.rich.load()
    return plainLines(text, look)
  }
  const stream = new MarkdownStream()
  stream.push(text)
  stream.end()
  const { stable, tail } = stream.take(look)
  return [...stable, ...tail]
}
