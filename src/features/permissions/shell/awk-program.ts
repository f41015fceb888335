import { list } from './word-list.ts'

const FUNCTIONS = new Set(
  list(
    'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper',
  ),
)
const KEYWORDS = new Set(
  list('BEGIN END if else while for do in print printf next exit delete break continue'),
)
/** Names that run, open, write, or show what is not the input. They are looked for in the whole text, strings included. */
const FORBIDDEN =
  /system|getline|environ|procinfo|argv|argc|argind|symtab|functab|ofmt|convfmt|close|fflush|nextfile|function|func\b|eval|include|load|extension|[@`#]/i
const TOKENS: readonly (readonly [string, RegExp])[] = [
  ['blank', /^[ \t\n]+/],
  ['string', /^"(?:[^"\\\n]|\\[^\n])*"/],
  ['number', /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/],
  ['name', /^[A-Za-z_]\w*/],
  ['operator', /^(?:&&|\|\||\+\+|--|==|!=|<=|>=|!~|[-+*%^]=|[-+*%^!<>~?:=,;(){}[\]$])/],
]

/** A longer program is not a look at something, and reading it would take time. */
const MAX_CHARS = 2_000

interface Token {
  readonly kind: string
  readonly text: string
}

/** Before these a slash begins a pattern; behind a name, a number or a bracket it divides; anything else is in doubt. */
const beforePattern = (last: Token | undefined): boolean =>
  last === undefined ||
  last.kind === 'newline' ||
  (last.kind === 'operator' && /^(?:[({,;!~}]|&&|\|\||!~)$/.test(last.text)) ||
  (last.kind === 'name' && KEYWORDS.has(last.text))
const divides = (last: Token | undefined): boolean =>
  last !== undefined &&
  (last.kind === 'number' ||
    (last.kind === 'name' && !KEYWORDS.has(last.text) && !FUNCTIONS.has(last.text)) ||
    (last.kind === 'operator' && last.text === ']'))

const readSlash = (rest: string, last: Token | undefined): Token | undefined => {
  if (divides(last)) return { kind: 'operator', text: rest.startsWith('/=') ? '/=' : '/' }
  if (!beforePattern(last)) return undefined
  const pattern = /^\/(?:[^/\\\n]|\\[^\n])*\//.exec(rest)?.[0]
  // A slash inside a bracket ends the pattern for some implementations and not for others.
  const open =
    pattern
      ?.replace(/\\./g, '')
      .replace(/\[\^?\]?[^\]]*\]/g, '')
      .includes('[') ?? true
  return pattern === undefined || open ? undefined : { kind: 'pattern', text: pattern }
}

const readTokens = (program: string): readonly Token[] | undefined => {
  const tokens: Token[] = []
  for (let at = 0; at < program.length; ) {
    const rest = program.slice(at)
    const found = TOKENS.map(([kind, form]) => ({ kind, text: form.exec(rest)?.[0] ?? '' })).find(
      token => token.text !== '',
    )
    const token = found ?? (rest.startsWith('/') ? readSlash(rest, tokens.at(-1)) : undefined)
    if (!token) return undefined
    at += token.text.length
    if (token.kind !== 'blank') tokens.push(token)
    // A new line begins a new rule or statement: a slash there is never a division.
    else if (token.text.includes('\n')) tokens.push({ kind: 'newline', text: '' })
  }
  return tokens
}

/** Whether an awk program only computes and prints. Own reading of a part of the language; in doubt no. */
export const isHarmlessAwk = (program: string): boolean => {
  if (program.length > MAX_CHARS || FORBIDDEN.test(program)) return false
  const tokens = readTokens(program)
  if (!tokens) return false
  let printing = false
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'name') {
      if (token.text === 'print' || token.text === 'printf') {
        printing = true
        depth = 0
      }
      const called = tokens[at + 1]?.text === '(' && !KEYWORDS.has(token.text)
      if (called && !FUNCTIONS.has(token.text)) return false
    }
    if (token.kind !== 'operator') continue
    if (token.text === ';' || token.text === '}') printing = false
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    // Behind print it names a file, unless it compares within parentheses that stand behind print too.
    if (token.text.startsWith('>') && printing && depth <= 0) return false
    if (token.text.startsWith('>') && tokens[at - 1]?.text === '}') return false
    // Two in a row append.
    if (token.text === '>' && tokens[at + 1]?.text.startsWith('>')) return false
  }
  return true
}
