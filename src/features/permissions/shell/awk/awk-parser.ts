import { list } from '../word-list.ts'
import { FUNCTIONS, isPlainVariable, RESERVED } from './awk-names.ts'
import { AwkScanner } from './awk-scanner.ts'

/** Nobody writes deeper. */
const MAX_DEPTH = 60

/** Before these every implementation takes a slash for the beginning of a pattern. */
const BEFORE_PATTERN = new Set(list('; { } ( , ! ~ !~ && || ? : = print printf else do'))
/** Between two operands. What binds first does not matter here: the words are the same. */
const BINARY = new Set(list('- + * % ^ < <= == != >= ~ !~ && ||'))
const ASSIGNING = new Set(list('= += -= *= %= ^= /='))
const MAY_END_LINE = new Set(list('&& ||'))
const BARE = new Set(list('break continue next nextfile'))

/** The program is not one that every implementation reads alike, or does more than compute and print. */
export class AwkDoubt extends Error {}

/**
 * Reads a whole awk program by its grammar and throws where it could run, open, write or show something, or where
 * implementations read it differently.
 */
export class AwkParser {
  readonly #scanner: AwkScanner
  #depth = 0
  /** Of `print`, with the parentheses open behind it: outside of them a `>` names a file. */
  #printing: { open: number } | undefined

  constructor(program: string) {
    this.#scanner = new AwkScanner(program)
  }

  parse(): void {
    for (this.#separators(); this.#scanner.token.kind !== 'end'; this.#separators()) this.#rule()
  }

  #doubt(): never {
    throw new AwkDoubt()
  }

  #is(...texts: readonly string[]): boolean {
    const { kind, text } = this.#scanner.token
    return (kind === 'operator' || kind === 'name' || kind === 'slash') && texts.includes(text)
  }

  #accept(text: string): boolean {
    if (!this.#is(text)) return false
    this.#scanner.next()
    return true
  }

  #expect(text: string): void {
    if (!this.#accept(text)) this.#doubt()
  }

  #nested(read: () => void): void {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) this.#doubt()
    read()
    this.#depth -= 1
  }

  #newlines(): void {
    while (this.#scanner.token.kind === 'newline') this.#scanner.next()
  }

  #separators(): void {
    while (this.#scanner.token.kind === 'newline' || this.#is(';')) this.#scanner.next()
  }

  #rule(): void {
    if (this.#is('BEGIN', 'END')) {
      this.#scanner.next()
      if (!this.#is('{')) this.#doubt()
    } else if (!this.#is('{')) {
      this.#expression()
      if (this.#accept(',')) {
        this.#newlines()
        this.#expression()
      }
    }
    if (this.#is('{')) this.#block()
    else if (this.#scanner.token.kind !== 'end') this.#terminator()
  }

  #block(): void {
    this.#expect('{')
    for (this.#separators(); !this.#accept('}'); this.#separators()) this.#statement()
  }

  #terminator(): void {
    if (this.#is('}')) return
    if (this.#scanner.token.kind !== 'newline' && !this.#is(';')) this.#doubt()
    this.#scanner.next()
  }

  #statement(): void {
    this.#nested(() => {
      if (this.#is('{')) this.#block()
      else if (this.#accept(';')) return
      else if (this.#accept('if')) this.#if()
      else if (this.#accept('while')) {
        this.#condition()
        this.#body()
      } else if (this.#accept('do')) this.#doWhile()
      else if (this.#accept('for')) this.#for()
      else {
        this.#simple()
        this.#terminator()
      }
    })
  }

  #body(): void {
    this.#newlines()
    this.#statement()
  }

  #condition(): void {
    this.#expect('(')
    this.#expression()
    this.#expect(')')
  }

  #if(): void {
    this.#condition()
    this.#body()
    const back = this.#scanner.mark()
    this.#newlines()
    if (this.#accept('else')) this.#body()
    else back()
  }

  #doWhile(): void {
    this.#body()
    this.#separators()
    this.#expect('while')
    this.#condition()
    this.#terminator()
  }

  #for(): void {
    this.#expect('(')
    const back = this.#scanner.mark()
    if (!this.#isKeyLoop()) {
      back()
      if (!this.#is(';')) this.#expression()
      this.#expect(';')
      if (!this.#is(';')) this.#expression()
      this.#expect(';')
      if (!this.#is(')')) this.#expression()
      this.#expect(')')
    }
    this.#body()
  }

  #isKeyLoop(): boolean {
    return this.#takeVariable() && this.#accept('in') && this.#takeVariable() && this.#accept(')')
  }

  #takeVariable(): boolean {
    const { kind, text } = this.#scanner.token
    if (kind !== 'name' || !isPlainVariable(text)) return false
    this.#scanner.next()
    return true
  }

  #simple(): void {
    const { text } = this.#scanner.token
    if (this.#is('print', 'printf')) this.#print()
    else if (this.#is('getline')) {
      // The next record of the input; a file or a command would have to be named.
      this.#scanner.next()
      this.#takeVariable()
    } else if (BARE.has(text)) this.#scanner.next()
    else if (this.#accept('exit')) {
      if (!this.#endsStatement()) this.#expression()
    } else if (this.#accept('delete')) {
      if (!this.#takeVariable()) this.#doubt()
      if (this.#accept('[')) this.#list(']')
    } else this.#expression()
  }

  #endsStatement(): boolean {
    return this.#scanner.token.kind === 'newline' || this.#is(';', '}')
  }

  #print(): void {
    this.#scanner.next()
    this.#printing = { open: 0 }
    if (!this.#endsStatement()) this.#items()
    // Behind it only the end of the statement is taken, so what redirects it is in doubt.
    this.#printing = undefined
  }

  #items(): void {
    do {
      this.#newlines()
      this.#expression()
    } while (this.#accept(','))
  }

  #list(end: string): void {
    if (!this.#is(end)) this.#items()
    this.#expect(end)
  }

  #expression(): void {
    this.#nested(() => {
      let assignable = this.#operand()
      for (let more = true; more; ) {
        if (ASSIGNING.has(this.#scanner.token.text)) {
          if (!assignable) this.#doubt()
          this.#scanner.next()
          assignable = this.#operand()
        } else if (this.#continues()) assignable = this.#operand()
        else if (this.#accept('in')) {
          if (!this.#takeVariable()) this.#doubt()
          assignable = false
        } else if (this.#accept('?')) {
          this.#expression()
          this.#expect(':')
          assignable = this.#operand()
        } else more = false
      }
    })
  }

  /** Whether another operand follows; an operator between the two is taken. */
  #continues(): boolean {
    const { kind, text } = this.#scanner.token
    if (kind === 'slash') return this.#divides()
    if (kind === 'number' || kind === 'string') return true
    if (kind === 'name') return text !== 'in' && (FUNCTIONS.has(text) || !RESERVED.has(text))
    if (kind !== 'operator') return false
    if (text === '$' || text === '(' || text === '++' || text === '--') return true
    if (!BINARY.has(text) && !(text === '>' && this.#mayCompare())) return false
    this.#scanner.next()
    if (MAY_END_LINE.has(text)) this.#newlines()
    return true
  }

  #mayCompare(): boolean {
    return this.#printing === undefined || this.#printing.open > 0
  }

  /** Behind `length`, a pattern or `x++` some implementations see the beginning of a pattern. */
  #divides(): boolean {
    const { kind, text } = this.#scanner.last
    const isOperand = kind === 'number' || kind === 'string' || (kind === 'name' && text !== 'length')
    if (!isOperand && text !== ')' && text !== ']') this.#doubt()
    this.#scanner.next()
    return true
  }

  /** Whether it may be assigned to. */
  #operand(): boolean {
    while (this.#is('!', '-', '+')) this.#scanner.next()
    const stepped = this.#is('++', '--')
    if (stepped) this.#scanner.next()
    const assignable = this.#primary()
    if (stepped && !assignable) this.#doubt()
    if (assignable && this.#is('++', '--')) {
      this.#scanner.next()
      return false
    }
    return assignable && !stepped
  }

  #primary(): boolean {
    const { kind, text } = this.#scanner.token
    switch (kind) {
      case 'number':
      case 'string':
        this.#scanner.next()
        return false
      case 'slash':
        return this.#pattern()
      case 'name':
        return this.#name(text)
      default:
    }
    if (this.#accept('$')) {
      this.#nested(() => {
        while (this.#is('++', '--', '-', '+')) this.#scanner.next()
        this.#primary()
      })
      return true
    }
    this.#expect('(')
    if (this.#is(')')) this.#doubt()
    this.#enclosed(')')
    return false
  }

  #enclosed(end: string): void {
    const printing = this.#printing
    if (printing) printing.open += 1
    this.#list(end)
    if (printing) printing.open -= 1
  }

  #pattern(): boolean {
    const { kind, text } = this.#scanner.last
    const certain = kind === 'start' || kind === 'newline' || (kind !== 'string' && BEFORE_PATTERN.has(text))
    if (!certain || !this.#scanner.takePattern()) this.#doubt()
    return false
  }

  #name(text: string): boolean {
    const called = this.#scanner.isCalled
    if (FUNCTIONS.has(text)) {
      this.#scanner.next()
      if (this.#accept('(')) this.#enclosed(')')
      else if (text !== 'length') this.#doubt()
      return false
    }
    // A function of its own would have to be defined, and a definition is in doubt.
    if (called || !this.#takeVariable()) this.#doubt()
    if (this.#accept('[')) this.#list(']')
    return true
  }
}
