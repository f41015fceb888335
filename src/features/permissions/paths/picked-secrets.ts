import { compileIgnorePattern } from '../../../lib/ignore-pattern.ts'
import { findSensitive, mayMatchSensitive } from './sensitive.ts'

/** Names of the kinds that hold secrets. */
const SECRET = [
  ...['.env', '.env.local', '.env.production', '.npmrc', '.pypirc', '.netrc', '.git-credentials'],
  ...['credentials.json', 'server.pem', 'server.key', 'server.p12', 'server.pfx', 'server.kdbx'],
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', '.ssh', '.aws', '.gnupg'],
]
/** Names as they are everywhere: a pattern that takes one of them is a search and no way of naming a file. */
const ORDINARY = [
  ...['index.ts', 'app.tsx', 'test.js', 'main.py', 'server.go', 'lib.rs', 'Makefile', 'README.md'],
  ...['package.json', 'settings.json', 'config.yaml', 'notes.txt', 'data.csv'],
]
const FEW = 3
const MAX_FORMS = 64

/**
 * The pattern by which a search picks files that hold secrets, if there is one: that is a way of naming them. Several
 * patterns as one search has them, with `!` before those that leave files out.
 */
export const findPickedSecret = (patterns: readonly string[]): string | undefined => {
  const named = patterns.filter(pattern => !pattern.startsWith('!')).find(picksSecret)
  if (named !== undefined) return named
  const left = patterns.filter(pattern => pattern.startsWith('!'))
  const leftOut = left.map(pattern => formsOf(pattern.slice(1)))
  if (leftOut.includes(undefined)) return left.find((_, at) => leftOut[at] === undefined)
  const without = leftOut.flatMap(forms => (forms ?? []).map(lastOf)).map(matcherOf)
  const isKept = (name: string): boolean => !without.some(matches => matches(name))
  // Who leaves out everything else names what remains.
  const picks = left.length > 0 && SECRET.some(isKept) && ORDINARY.filter(isKept).length < FEW
  return picks ? left.join(' ') : undefined
}

/**
 * Whether a regular expression leaves, of the names it is given, files that hold secrets and hardly any other. In doubt
 * (signs that mean something else in another dialect) it does.
 */
export const filterPicksSecret = (
  source: string,
  { inverted = false, whole = false }: { readonly inverted?: boolean; readonly whole?: boolean },
): boolean => {
  const forms = regExpsOf(whole ? `^(?:${source})$` : source)
  if (!forms) return true
  return forms.some(form => {
    const isKept = (name: string): boolean =>
      [name, `./${name}`, `a/${name}`, `./a/${name}`].some(one => form.test(one) !== inverted)
    return SECRET.some(isKept) && ORDINARY.filter(isKept).length < (inverted ? FEW : 1)
  })
}

/** As the text itself, as an extended and as a basic expression: which of them it is depends on options. */
const regExpsOf = (source: string): readonly RegExp[] | undefined => {
  if (source.length > 200 || /\\\d|\[\[[:.=]|[+*}][+*{]|\)[+*{]/.test(source)) return undefined
  const words = source.replace(/\\[<>]/g, '\\b')
  const basic = words.replace(/\\?[|(){}+?]/g, sign => (sign.length > 1 ? sign.slice(1) : `\\${sign}`))
  const literal = source.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  // A letter behind a backslash is a kind of signs here, and itself elsewhere.
  const plain = [words, basic].map(one => one.replace(/\\([A-Za-z])/g, '$1'))
  try {
    return [words, basic, literal, ...plain].map(one => new RegExp(one, 'i'))
  } catch {
    return undefined
  }
}

const picksSecret = (pattern: string): boolean => {
  const forms = formsOf(pattern)
  return !forms || forms.some(form => findSensitive(form) !== undefined || form.split('/').some(namesSecret))
}

/** One name of a pattern. */
const namesSecret = (name: string): boolean => {
  if (/^\*+$/.test(name)) return false
  if (!/[*?[\\]/.test(name)) return findSensitive(name) !== undefined
  if (mayMatchSensitive(name)) return true
  const matches = matcherOf(name)
  // With classes, or by its end alone, a pattern can be cut to any two names.
  const isGeneral =
    !/[?[\\]/.test(name) && ORDINARY.filter(matches).length >= (/^\*+\.\w{2,}$|^\w/.test(name) ? 1 : FEW)
  return !isGeneral && SECRET.some(matches)
}

const matcherOf = (name: string): ((other: string) => boolean) => {
  const compiled = compileIgnorePattern(name, { ignoreCase: true })
  return other => compiled.matches(other, 'file')
}

const lastOf = (form: string): string => form.slice(form.lastIndexOf('/') + 1)

/** `a{b,c}d` as the texts it stands for; `undefined` when there are too many to look at. */
const formsOf = (pattern: string): readonly string[] | undefined => {
  const pending = [pattern]
  const forms: string[] = []
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const close = next.indexOf('}')
    const open = close < 0 ? -1 : next.lastIndexOf('{', close)
    if (open < 0) forms.push(next)
    else
      for (const one of next.slice(open + 1, close).split(','))
        pending.push(`${next.slice(0, open)}${one}${next.slice(close + 1)}`)
    if (forms.length + pending.length > MAX_FORMS) return undefined
  }
  return forms
}
