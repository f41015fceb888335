import { endOfPattern } from '../bracket-list.ts'

/** Where a label ends: at the semicolon (GNU, busybox), or only at the end of its line (BSD, POSIX). */
export type LabelEnd = 'semicolon' | 'line'

/** The delimiters of `s`, `y` and `\cREc` that no implementation gives another meaning. */
const DELIMITER = /^[/|#,:@!%;_~+=]$/
/** Commands without an argument that touch nothing but the buffers and the output. */
const PLAIN = /^[pPdDnNhHgGxzF=]$/

/** Reads a script from left to right; a step that answers false found something that it does not know. */
export class SedScanner {
  readonly #text: string
  readonly #labels: LabelEnd
  #at = 0
  #depth = 0
  readonly letters: string[] = []

  constructor(text: string, labels: LabelEnd) {
    this.#text = text
    this.#labels = labels
  }

  /** Whether the whole script was read and holds nothing but commands that print and rearrange. */
  scan(): boolean {
    for (;;) {
      this.#skip(/[ \t\n;]*/y)
      // Where a label swallows a closing brace the script is an error, and does nothing.
      if (this.#at >= this.#text.length) return this.#depth === 0 || this.#labels === 'line'
      if (!this.#step()) return false
    }
  }

  #step(): boolean {
    const one = this.#text[this.#at] ?? ''
    if (one === '}') {
      this.#at += 1
      this.#depth -= 1
      return (this.#depth >= 0 || this.#labels === 'line') && this.#endsCommand()
    }
    if (one === ':') {
      this.#at += 1
      return (this.#label() ?? '') !== ''
    }
    if (!this.#addresses()) return false
    this.#skip(/[ \t]*(?:![ \t]*)?/y)
    if (this.#text[this.#at] !== '{') return this.#command()
    this.#at += 1
    this.#depth += 1
    return true
  }

  /** The label, or undefined when implementations may differ on what belongs to it. */
  #label(): string | undefined {
    if (this.#labels === 'line') return this.#skip(/[^\n]*/y).trim()
    const label = this.#skip(/[ \t]*[\w.-]*/y).trim()
    return this.#endsCommand() ? label : undefined
  }

  #addresses(): boolean {
    const from = this.#at
    if (!this.#address(/\d+(?:~\d+)?|\$/y)) return false
    if (this.#at === from || this.#skip(/[ \t]*,[ \t]*/y) === '') return true
    const second = this.#at
    return this.#address(/[+~]?\d+|\$/y) && this.#at > second
  }

  #address(form: RegExp): boolean {
    if (this.#skip(form) !== '') return true
    const custom = this.#text[this.#at] === '\\'
    if (!custom && this.#text[this.#at] !== '/') return true
    if (custom) this.#at += 1
    if (!this.#pattern()) return false
    this.#at += 1
    this.#skip(/[IM]*/y)
    return true
  }

  /** From the delimiter at hand to the next one, which is then at hand. */
  #pattern(): boolean {
    const delimiter = this.#text[this.#at] ?? ''
    const end = DELIMITER.test(delimiter) ? endOfPattern(this.#text, this.#at + 1, delimiter) : undefined
    this.#at = end ?? this.#at
    return end !== undefined
  }

  /** The same for a replacement: brackets mean nothing there, and a backslash hides the end of a line. */
  #replacement(): boolean {
    const delimiter = this.#text[this.#at]
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const one = this.#text[at]
      if (one === delimiter) {
        this.#at = at
        return true
      }
      if (one === '\n') return false
      if (one === '\\') at += 1
    }
    return false
  }

  #command(): boolean {
    const letter = this.#text[this.#at] ?? ''
    this.#at += 1
    this.letters.push(letter)
    if (PLAIN.test(letter)) return this.#endsCommand()
    switch (letter) {
      case 's':
        if (!this.#pattern() || !this.#replacement()) return false
        this.#at += 1
        this.#skip(/[gpiImM0-9]*/y)
        return this.#endsCommand()
      case 'y':
        // Some look for lists in brackets here, too.
        if (!this.#pattern() || !this.#pattern()) return false
        this.#at += 1
        return this.#endsCommand()
      case 'q':
      case 'Q':
      case 'l':
        this.#skip(/[ \t]*\d*/y)
        return this.#endsCommand()
      case 'b':
      case 't':
      case 'T':
        return this.#label() !== undefined
      default:
        return false
    }
  }

  /** Nothing but blanks up to what begins another command. */
  #endsCommand(): boolean {
    this.#skip(/[ \t]*/y)
    return this.#at >= this.#text.length || /[;\n}]/.test(this.#text[this.#at] ?? '')
  }

  #skip(form: RegExp): string {
    form.lastIndex = this.#at
    const found = form.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }
}
