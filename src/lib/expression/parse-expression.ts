import { type Expression, ExpressionError } from './expression.ts'

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const TOKEN =
  /\s*(?:(?<name>[A-Za-z_][\w-]*)|(?<number>-?\d+(?:\.\d+)?)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<sign>==|!=|<=|>=|&&|\|\||[<>!()[\].]))/y
const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' }
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }
const DEEPEST = 50

/** Throws {@link ExpressionError}. */
export const parseExpression = (text: string): Expression => {
  const reader = new Reader(tokensOf(text))
  const expression = reader.either(0)
  reader.expectEnd()
  return expression
}

const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found?.groups) break
    const [kind, written = ''] = Object.entries(found.groups).find(([, each]) => each !== undefined) ?? [
      'end',
    ]
    tokens.push({ kind: kind as Token['kind'], text: written, at: TOKEN.lastIndex - written.length })
    at = TOKEN.lastIndex
  }
  const rest = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)
  if (rest < text.length)
    throw new ExpressionError(`${JSON.stringify(text[rest])} is not expected here`, rest)
  return [...tokens, { kind: 'end', text: '', at: text.length }]
}

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  either(depth: number): Expression {
    let left = this.#both(depth)
    while (this.#take('||')) left = { kind: 'or', operator: '||', left, right: this.#both(depth) }
    return left
  }

  expectEnd(): void {
    const { kind, text, at } = this.#next
    if (kind !== 'end') throw new ExpressionError(`${JSON.stringify(text)} is not expected here`, at)
  }

  #both(depth: number): Expression {
    let left = this.#unary(depth)
    while (this.#take('&&')) left = { kind: 'and', operator: '&&', left, right: this.#unary(depth) }
    return left
  }

  #unary(depth: number): Expression {
    if (depth > DEEPEST) throw new ExpressionError('this is nested too deeply', this.#next.at)
    return this.#take('!') ? { kind: 'not', of: this.#unary(depth + 1) } : this.#comparison(depth)
  }

  #comparison(depth: number): Expression {
    const left = this.#single(depth)
    const { text, kind } = this.#next
    if (kind !== 'sign' || !['==', '!=', '<', '<=', '>', '>='].includes(text)) return left
    this.#at += 1
    return { kind: 'compare', operator: text, left, right: this.#single(depth) }
  }

  #single(depth: number): Expression {
    const token = this.#next
    this.#at += 1
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) }
    if (token.kind === 'text')
      return { kind: 'value', value: token.text.slice(1, -1).replace(/\\(.)/gs, '$1') }
    if (token.kind === 'name' && WORDS[token.text] === undefined) return this.#named(token, depth)
    if (token.text === '(') {
      const inner = this.either(depth + 1)
      this.#expect(')')
      return inner
    }
    throw new ExpressionError(
      token.kind === 'end'
        ? 'something is missing here'
        : `${JSON.stringify(token.text)} is not expected here`,
      token.at,
    )
  }

  #named(first: Token, depth: number): Expression {
    if (Object.hasOwn(LITERALS, first.text)) return { kind: 'value', value: LITERALS[first.text] ?? null }
    const keys: (string | Expression)[] = [first.text]
    for (;;) {
      if (this.#take('.')) {
        const { kind, text, at } = this.#next
        if (kind !== 'name') throw new ExpressionError('a name is missing after "."', at)
        this.#at += 1
        keys.push(text)
      } else if (this.#take('[')) {
        const key = this.either(depth + 1)
        this.#expect(']')
        keys.push(key.kind === 'value' && typeof key.value === 'string' ? key.value : key)
      } else return { kind: 'path', keys, at: first.at }
    }
  }

  get #next(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] as Token
  }

  #take(sign: string): boolean {
    const { kind, text } = this.#next
    if (kind === 'end' || kind === 'text' || (WORDS[text] ?? text) !== sign) return false
    this.#at += 1
    return true
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new ExpressionError(`"${sign}" is missing here`, this.#next.at)
  }
}
