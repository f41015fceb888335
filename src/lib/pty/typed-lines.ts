/** What a piece of input does: characters go into a line, a line is sent, or the line is changed in another way. */
export type Typed = 'text' | 'enter' | 'edit'

/** Shorter ones are found on any screen; they are taken out only where they were echoed. */
const LEAST_CHARS = 4
/** Nobody types more; of what is pasted beyond it nothing is known. */
const MOST_CHARS = 1_000_000

/**
 * What a person typed into a terminal, as the lines it makes: kept in memory while the program runs, so that it can be
 * taken out of what that program showed.
 */
export class TypedLines {
  /** Everything that was typed as a whole line, or as a part of one between two movements of the cursor. */
  readonly #known = new Set<string>()
  #line = ''
  #chars = 0
  /** A program has the whole screen: the first keys may be commands, and text what follows them. */
  takesKeys = false

  /** More was typed than is kept: nothing on the screen is sure to be the program's own. */
  get isTooMuch(): boolean {
    return this.#chars > MOST_CHARS
  }

  /** Takes what was typed, and says of each piece what it does; `line` is the one that was sent. */
  add(text: string): { readonly what: Typed; readonly line?: string }[] {
    const done: { what: Typed; line?: string }[] = []
    for (let at = 0; at < text.length; ) {
      const sequence = sequenceAt(text, at)
      const piece = sequence ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
      at += piece.length
      const key = sequence === undefined ? piece : keyOf(sequence)
      if (key !== undefined) done.push(this.#take(key))
      else if (MOVES.test(piece.slice(1))) {
        this.#end()
        done.push({ what: 'edit' })
      }
    }
    return done
  }

  /** What stood where somebody typed. */
  know(text: string): void {
    const line = text.trim()
    if (line.length >= LEAST_CHARS) this.#known.add(line)
  }

  /** The text with a mark in the place of every line that was typed. */
  without(text: string, mark: string): string {
    this.know(this.#line)
    let left = text
    for (const line of [...this.#known].sort((a, b) => b.length - a.length))
      left = left.replaceAll(line, mark)
    return left
  }

  #take(key: string): { what: Typed; line?: string } {
    this.#chars += key.length
    if (key === '\r' || key === '\n') {
      const line = this.#line
      this.#end()
      return { what: 'enter', line }
    }
    if (key === '\u007f' || key === '\b') this.#line = [...this.#line].slice(0, -1).join('')
    else if (key === '\u0017') this.#cut(this.#line.replace(/\S+\s*$/, ''))
    else if (key < ' ') this.#end()
    else {
      if (!this.isTooMuch) this.#line += key
      return { what: 'text' }
    }
    return { what: 'edit' }
  }

  #end(): void {
    if (this.takesKeys) for (const keys of [1, 2]) this.know(this.#line.slice(keys))
    this.#cut('')
  }

  #cut(line: string): void {
    this.know(this.#line)
    this.#line = line
  }
}

/** Arrows, Home, End, Delete, Alt and a key: what is typed next stands elsewhere. Not what a terminal answers by itself. */
const MOVES = /^(?:[[O](?:1;\d+)?[A-DHF]|\[(?!20[01]~)\d+(?:;\d+)?~|[^[\]OP_^X])$/
const SEQUENCE = new RegExp(
  [
    '\\u001b\\[[0-?]*[ -/]*[@-~]',
    '\\u001bO.',
    '\\u001b[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)',
    '\\u001b[^[\\]OPX^_\\u001b]',
  ].join('|'),
  'suy',
)

const sequenceAt = (text: string, at: number): string | undefined => {
  if (text[at] !== '\u001b') return undefined
  SEQUENCE.lastIndex = at
  return SEQUENCE.exec(text)?.[0]
}

/** A key as a program may have asked for it: its number, alternatives, modifiers, what happened to it, its text. */
const NUMBERED = /^\[(\d+)(?::\d*)*(?:;(\d+)?(?::(\d+))?)?(?:;(\d+))?u$/
const RELEASED = '3'

const keyOf = (sequence: string): string | undefined => {
  const [, code, modifiers = '1', happened, text] = NUMBERED.exec(sequence.slice(1)) ?? []
  if (code === undefined || happened === RELEASED) return undefined
  const isPlain = Number(modifiers) <= 2
  return isPlain ? String.fromCodePoint(Math.min(Number(text ?? code), 0x10ffff)) : '\u0001'
}
