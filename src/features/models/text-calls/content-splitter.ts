import { isFencedCall, parseCalls, type TextCall } from './parse-call.ts'

/** One stretch of what a model wrote as its content. */
export type Stretch =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly call: TextCall }

export interface SplitterOptions {
  /** Names of tools that may be called; absent: any name is one. None: nothing is a call. */
  readonly tools?: readonly string[]
  /** Fenced JSON may be a call, too: the model has no other way. */
  readonly fences: boolean
}

interface Mark {
  readonly opens: string
  readonly closes: RegExp
  /** The opening is part of what is read. */
  readonly inner?: true
}

const MARKS: readonly Mark[] = [
  { opens: '<tool_call>', closes: /<\/?tool_call>/ },
  { opens: '<function_call>', closes: /<\/?function_call>/ },
  { opens: '<|tool_call|>', closes: /<\|\/?tool_call\|>|<\|(?:end|im_end)\|>/ },
  { opens: '[TOOL_CALLS]', closes: /(?!)/ },
  { opens: '<function=', closes: /<\/function>/, inner: true },
  { opens: '<invoke name=', closes: /<\/invoke>/, inner: true },
]
const FENCES: readonly Mark[] = ['```json', '```tool_call', '```tool_code', '```'].map(fence => ({
  opens: `${fence}\n`,
  closes: /\n\s*```/,
}))
const THINKS: readonly Mark[] = ['<think>', '<thinking>'].map(opens => ({
  opens,
  closes: new RegExp(opens.replace('<', '</')),
}))
/** No opening is longer, nor a closing. */
const LONGEST = 24

/**
 * Tells apart what a model writes into one stream of text: thoughts between tags at the beginning, tool calls between
 * marks, and what it says. Text leaves as soon as it cannot be the beginning of a mark.
 */
export class ContentSplitter {
  readonly #options: SplitterOptions
  readonly #marks: readonly Mark[]
  #waiting = ''
  #open: Mark | undefined
  #thinks = false
  #thought = false
  /** Nothing but blanks and thoughts so far. */
  #isBlank = true
  #last = '\n'
  #code: Code = { line: '', fenced: false }
  /** Pieces of an open call that cannot end it. */
  #held: string[] = []
  #tail = ''

  constructor(options: SplitterOptions) {
    this.#options = options
    const calls = options.tools?.length === 0 ? [] : MARKS
    this.#marks = options.fences ? [...calls, ...FENCES] : calls
  }

  feed(piece: string): readonly Stretch[] {
    if (this.#open && !this.#thinks && piece !== '' && !this.#mayClose(this.#open, piece)) return []
    this.#waiting += this.#held.splice(0).join('') + (this.#tail === '' ? piece : '')
    this.#tail = ''
    const found: Stretch[] = []
    while (this.#step(found));
    return found
  }

  /** Nothing more comes. */
  end(): readonly Stretch[] {
    const found = [...this.feed('')]
    const rest = this.#waiting
    this.#waiting = ''
    const open = this.#open
    this.#open = undefined
    if (rest === '' && !open) return found
    if (this.#thinks) return [...found, { kind: 'thinking', text: rest }]
    if (open) return [...found, ...this.#read(open, rest, '')]
    if (this.#thought && this.#isBlank && rest.trim() === '') return found
    return [...found, { kind: 'text', text: rest }]
  }

  /** A call may be a whole file: it is put together once, when its end is there. */
  #mayClose({ closes }: Mark, piece: string): boolean {
    this.#held.push(piece)
    this.#tail = (this.#tail || this.#waiting.slice(-LONGEST)).slice(-LONGEST) + piece
    return closes.test(this.#tail)
  }

  /** True while there is more to find in what waits. */
  #step(found: Stretch[]): boolean {
    if (this.#thinks) return this.#think(found)
    if (this.#open) return this.#close(this.#open, found)
    return this.#look(found)
  }

  #think(found: Stretch[]): boolean {
    const end = this.#open?.closes.exec(this.#waiting)
    if (!end) {
      this.#leave(
        found,
        'thinking',
        this.#waiting.length - tailOf(this.#waiting, ['</think>', '</thinking>']),
      )
      return false
    }
    this.#leave(found, 'thinking', end.index)
    this.#waiting = this.#waiting.slice(end[0].length)
    this.#thinks = false
    this.#open = undefined
    return true
  }

  #close(open: Mark, found: Stretch[]): boolean {
    const end = open.closes.exec(this.#waiting)
    if (!end) return false
    const text = this.#waiting.slice(0, end.index)
    this.#waiting = this.#waiting.slice(end.index + end[0].length)
    this.#open = undefined
    found.push(...this.#read(open, text, end[0]))
    return true
  }

  #look(found: Stretch[]): boolean {
    if (this.#isBlank && this.#begins(found)) return true
    // Blanks before thoughts or behind them are nothing that is said.
    if (this.#isBlank && this.#waiting.trim() === '') return false
    const mark = this.#firstMark()
    if (!mark) {
      const names = this.#isBlank ? [...this.#marks, ...THINKS] : this.#marks
      const tail = tailOf(
        this.#waiting,
        names.map(({ opens }) => opens),
      )
      this.#leave(found, 'text', this.#waiting.length - tail)
      return false
    }
    this.#leave(found, 'text', mark.at)
    this.#waiting = this.#waiting.slice(mark.mark.opens.length)
    this.#open = mark.mark
    return true
  }

  /** Thoughts stand at the beginning only: later the tag is something that is talked about. */
  #begins(found: Stretch[]): boolean {
    const text = this.#waiting.trimStart()
    const mark = THINKS.find(({ opens }) => text.startsWith(opens))
    if (!mark) return false
    this.#waiting = text.slice(mark.opens.length)
    this.#open = mark
    this.#thinks = true
    this.#thought = true
    return this.#think(found) || true
  }

  #firstMark(): { readonly mark: Mark; readonly at: number } | undefined {
    let first: { readonly mark: Mark; readonly at: number } | undefined
    for (const mark of this.#marks) {
      const at = this.#placeOf(mark)
      if (at >= 0 && (first === undefined || at < first.at)) first = { mark, at }
    }
    return first
  }

  /** A mark in back quotes or in somebody's code is quoted; a fence begins a line, and what ends one begins none. */
  #placeOf({ opens }: Mark): number {
    const isFence = opens.startsWith('```')
    for (let at = this.#waiting.indexOf(opens); at >= 0; at = this.#waiting.indexOf(opens, at + 1)) {
      const before = at === 0 ? this.#last : this.#waiting[at - 1]
      const { fenced } = follow(this.#code, this.#waiting.slice(0, at))
      const isQuoted = fenced && (isFence || !this.#options.fences)
      if (!isQuoted && (isFence ? before === '\n' : before !== '`')) return at
    }
    return -1
  }

  #leave(found: Stretch[], kind: 'text' | 'thinking', length: number): void {
    if (length <= 0) return
    const text = this.#waiting.slice(0, length)
    this.#waiting = this.#waiting.slice(length)
    if (kind === 'thinking') found.push({ kind, text })
    else {
      found.push({ kind, text: this.#thought && this.#isBlank ? text.trimStart() : text })
      this.#last = text.at(-1) ?? this.#last
      this.#code = follow(this.#code, text)
      this.#isBlank = false
    }
  }

  #read(open: Mark, text: string, closer: string): readonly Stretch[] {
    const { tools, fences } = this.#options
    const isFence = open.opens.startsWith('```')
    const calls =
      isFence && !isFencedCall(text) ? [] : parseCalls(open.inner ? open.opens + text + closer : text)
    const known = (name: string): boolean =>
      tools === undefined || tools.some(each => plain(each) === plain(name))
    this.#isBlank = false
    // One that nobody knows is answered with what there is, if it is plainly a call.
    if (calls.length > 0 && (fences || calls.every(({ name }) => known(name)) || isFencedCall(text)))
      return calls.map(call => ({ kind: 'call', call }))
    return [{ kind: 'text', text: open.opens + text + closer }]
  }
}

/** Where a text stands: the beginning of its line, and whether the line is within a block of code. */
interface Code {
  readonly line: string
  readonly fenced: boolean
}

const follow = ({ line, fenced }: Code, text: string): Code => {
  const lines = (line + text).split('\n')
  const ended = lines.slice(0, -1).filter(each => /^\s{0,3}```/.test(each)).length
  return { line: (lines.at(-1) ?? '').slice(0, LONGEST), fenced: ended % 2 === 0 ? fenced : !fenced }
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How much of the end of a text may be the beginning of one of these. */
const tailOf = (text: string, openings: readonly string[]): number => {
  for (let length = Math.min(LONGEST, text.length); length > 0; length--) {
    const tail = text.slice(-length)
    if (openings.some(opens => opens.startsWith(tail))) return length
  }
  return 0
}
