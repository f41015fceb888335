import { instructionText } from '../../../protocol/messages/engine/instructions.ts'
import { LocalizedError, type LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** Globs over paths. Matching takes time in proportion to pattern × path, whatever the pattern: it may come from anyone. */
export interface PathGlob {
  /** Takes a path of whole names joined by `/`. */
  matches(path: string): boolean
  /** How many patterns it stands for. */
  readonly size: number
}

/** More alternatives than this in one list of patterns are not worth the time of looking at them. */
const MAX_EXPANDED = 1_000
const MAX_PATTERN_CHARS = 1_000

/** Why a list of globs cannot be used. */
export class GlobError extends LocalizedError<LocalizedText> {
  override readonly name = 'GlobError'
}

/**
 * `*` and `?` stay within a name, a name that is `**` stands for any number of names, `[…]` and `{a,b}` work as in a
 * shell, `\` takes the next character as it is. A pattern that ends in `/`, or has nothing special in it, also
 * covers what is below. Throws {@link GlobError}.
 */
export const compileGlobs = (
  patterns: readonly string[],
  options: { readonly caseSensitive: boolean },
): PathGlob => {
  const fold = (text: string): string => (options.caseSensitive ? text : text.toLowerCase()).normalize('NFC')
  const globs = expandAll(patterns).flatMap(pattern => variants(fold(pattern)).map(compile))
  return {
    size: globs.length,
    matches(path) {
      const names = fold(path).split('/')
      return globs.some(glob => matchNames(glob, names))
    },
  }
}

const expandAll = (patterns: readonly string[]): readonly string[] => {
  const expanded: string[] = []
  for (const pattern of patterns) {
    if (pattern.length > MAX_PATTERN_CHARS)
      throw new GlobError(instructionText('long_pattern', { most: MAX_PATTERN_CHARS }))
    expandInto(expanded, pattern)
  }
  return expanded
}

/** The first group is replaced by each of its alternatives until none is left. */
const expandInto = (expanded: string[], pattern: string): void => {
  const pending = [pattern]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const group = findBraces(next)
    if (!group) expanded.push(next)
    else {
      const before = next.slice(0, group.from)
      const after = next.slice(group.to + 1)
      for (const choice of group.choices.toReversed()) pending.push(before + choice + after)
    }
    if (expanded.length + pending.length > MAX_EXPANDED)
      throw new GlobError(instructionText('many_braces', { most: MAX_EXPANDED }))
  }
}

interface Braces {
  readonly from: number
  readonly to: number
  readonly choices: readonly string[]
}

/** The first `{…,…}` that is closed; braces without a comma are plain characters. */
const findBraces = (pattern: string): Braces | undefined => {
  for (let from = pattern.indexOf('{'); from !== -1; from = pattern.indexOf('{', from + 1)) {
    const group = isEscaped(pattern, from) ? undefined : readBraces(pattern, from)
    if (group && group.choices.length > 1) return group
  }
  return undefined
}

const isEscaped = (pattern: string, at: number): boolean => {
  let slashes = 0
  while (pattern[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

const readBraces = (pattern: string, from: number): Braces | undefined => {
  const choices: string[] = []
  let depth = 0
  let start = from + 1
  for (let at = from; at < pattern.length; at += 1) {
    const character = pattern[at]
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === ',' && depth === 1) {
      choices.push(pattern.slice(start, at))
      start = at + 1
    } else if (character === '}') {
      depth -= 1
      if (depth === 0) return { from, to: at, choices: [...choices, pattern.slice(start, at)] }
    }
  }
  return undefined
}

const variants = (pattern: string): readonly string[] => {
  const plain = pattern.replace(/^\.\//, '')
  if (plain.endsWith('/')) return [`${plain}**`]
  return /[*?[\\]/.test(plain) ? [plain] : [plain, `${plain}/**`]
}

type Token = '*' | '?' | { readonly one: string } | { readonly in: RegExp }
type Name = '**' | readonly Token[]

const compile = (pattern: string): readonly Name[] =>
  splitNames(pattern).map(name => (/^\*{2,}$/.test(name) ? '**' : tokens(name)))

/** At each `/` that is not part of a class or escaped. */
const splitNames = (pattern: string): readonly string[] => {
  const names: string[] = ['']
  for (const [piece] of pattern.matchAll(/\\.|\[[!^]?\]?[^\]/]*\]|./gsu)) {
    if (piece === '/') names.push('')
    else names.push(`${names.pop() ?? ''}${piece}`)
  }
  return names
}

const tokens = (name: string): readonly Token[] =>
  [...name.matchAll(/\\.|\[[!^]?\]?[^\]/]*\]|\*+|./gsu)].map(([piece]): Token => {
    if (piece.startsWith('*')) return '*'
    if (piece === '?') return '?'
    if (piece.startsWith('[') && piece.length > 2) return characterClass(piece)
    return { one: piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece }
  })

const characterClass = (piece: string): Token => {
  const negated = piece[1] === '!' || piece[1] === '^'
  const inner = piece.slice(negated ? 2 : 1, -1).replace(/[\\\]^[]/g, '\\$&')
  try {
    return { in: new RegExp(`^[${negated ? '^' : ''}${inner}]$`, 'u') }
  } catch {
    // An odd range such as z-a holds no character.
    return { in: /^(?!)/ }
  }
}

/** Which beginnings of the names the globs so far can have used up, glob by glob. */
const matchNames = (glob: readonly Name[], names: readonly string[]): boolean => {
  let reached: readonly boolean[] = names.map((_, index) => index === 0).concat(false)
  for (const part of glob) {
    const next = new Array<boolean>(names.length + 1).fill(false)
    if (part === '**') {
      const first = reached.indexOf(true)
      if (first !== -1) next.fill(true, first)
    } else
      names.forEach((name, index) => {
        if (reached[index] && matchName(part, Array.from(name))) next[index + 1] = true
      })
    reached = next
  }
  return reached[names.length] ?? false
}

/** Goes back only to the last `*`, which is enough. */
const matchName = (pattern: readonly Token[], name: readonly string[]): boolean => {
  let at = 0
  let star = -1
  let starAt = 0
  for (let index = 0; index < name.length; ) {
    const token = pattern[at]
    if (token === '*') {
      star = at
      starAt = index
      at += 1
    } else if (token !== undefined && fits(token, name[index] ?? '')) {
      at += 1
      index += 1
    } else if (star >= 0) {
      starAt += 1
      index = starAt
      at = star + 1
    } else return false
  }
  return pattern.slice(at).every(token => token === '*')
}

const fits = (token: Token, character: string): boolean => {
  if (token === '*' || token === '?') return true
  return 'one' in token ? token.one === character : token.in.test(character)
}
