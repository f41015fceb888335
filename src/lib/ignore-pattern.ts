import { foldCase } from './case-rule.ts'

/** One pattern as in .gitignore, without negation. Takes time in proportion to pattern × path, whoever wrote it. */
export interface IgnorePattern {
  /**
   * Takes a path of whole names joined by `/`, none at its beginning or end. A pattern that fits a directory fits what
   * is in it; one that ends in `/` fits directories only.
   */
  matches(path: string, kind: 'file' | 'directory'): boolean
}

/** What one place of a name may hold; `*` any number of places. */
type Token = '*' | ((character: string) => boolean)
/** `**`: any number of names. */
type Name = '**' | readonly Token[]

const NEVER: IgnorePattern = { matches: () => false }

export const compileIgnorePattern = (
  pattern: string,
  options: { readonly ignoreCase: boolean; readonly onStep?: () => void },
): IgnorePattern => {
  const directoriesOnly = pattern.endsWith('/')
  const body = directoriesOnly ? pattern.slice(0, -1) : pattern
  const names = namesOf(body, options.ignoreCase)
  if (!names || body === '') return NEVER
  const inside = names.at(-1) === '**' && names.length > 1
  // Names before the last `**` decide; behind it there must be at least one more.
  const wanted = inside ? names.slice(0, -1) : names
  return {
    matches(path, kind) {
      const given = (options.ignoreCase ? fold(path) : path).split('/')
      const reached = reach(wanted, given, options.onStep)
      const last = given.length - (directoriesOnly && kind === 'file' ? 1 : 0)
      const from = reached.indexOf(true, inside ? 0 : 1)
      return from >= 0 && from <= last - (inside ? 1 : 0)
    },
  }
}

/** Letter by letter: the number of letters stays. */
const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : Array.from(text, letter => {
        const folded = foldCase(letter)
        return folded.length === letter.length ? folded : letter
      }).join('')

const PLAIN = /^[ -~]*$/

const foldPattern = (text: string): string => fold(text).replaceAll('[:upper:]', '[:alpha:]')

/** `undefined` for a pattern that can match nothing. */
const namesOf = (pattern: string, ignoreCase: boolean): readonly Name[] | undefined => {
  const isAnchored = pattern.includes('/')
  const names: Name[] = isAnchored ? [] : ['**']
  const texts = splitNames(pattern.startsWith('/') ? pattern.slice(1) : pattern)
  if (!texts) return undefined
  for (const text of texts) {
    if (isAnchored && /^\*{2,}$/.test(text)) {
      if (names.at(-1) !== '**') names.push('**')
      continue
    }
    const tokens = tokensOf(ignoreCase ? foldPattern(text) : text)
    if (!tokens) return undefined
    names.push(tokens)
  }
  return names
}

/** At each `/` that is not in a class; a backslash before it changes nothing. `undefined`: a class is not closed. */
const splitNames = (pattern: string): readonly string[] | undefined => {
  const characters = Array.from(pattern)
  const names: string[] = ['']
  const add = (text: string): void => void names.push(`${names.pop() ?? ''}${text}`)
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    const next = characters[at + 1]
    if (character === '[') {
      const end = readClass(characters, at)?.end
      if (end === undefined) return undefined
      add(characters.slice(at, end + 1).join(''))
      at = end
    } else if (character === '/') names.push('')
    else if (character !== '\\' || next === undefined) add(character)
    else {
      if (next === '/') names.push('')
      else add(character + next)
      at += 1
    }
  }
  return names
}

const tokensOf = (name: string): readonly Token[] | undefined => {
  const characters = Array.from(name)
  const tokens: Token[] = []
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*')
    } else if (character === '?') tokens.push(() => true)
    else if (character === '[') {
      const found = readClass(characters, at)
      if (!found) return undefined
      tokens.push(found.holds)
      at = found.end
    } else {
      const isEscape = character === '\\'
      const literal = isEscape ? characters[++at] : character
      if (literal === undefined) return undefined
      tokens.push(other => other === literal)
    }
  }
  return tokens
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /^[0-9A-Za-z]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[ \t\n\r]$/,
  upper: /^[A-Z]$/,
  xdigit: /^[0-9A-Fa-f]$/,
}

interface Class {
  holds(character: string): boolean
  /** Where the closing bracket is. */
  readonly end: number
}

/** `[…]` that begins at a place; a bracket right behind the opening is a member. `undefined` when it is not closed. */
const readClass = (characters: readonly string[], start: number): Class | undefined => {
  const isNegated = characters[start + 1] === '!' || characters[start + 1] === '^'
  const members: ((character: string) => boolean)[] = []
  let at = start + (isNegated ? 2 : 1)
  for (let isFirst = true; isFirst || characters[at] !== ']'; isFirst = false) {
    const named = readNamedClass(characters, at)
    if (named === 'unknown') return undefined
    if (named) {
      members.push(named.holds)
      at = named.end + 1
      continue
    }
    const low = readMember(characters, at)
    const isRange = low && characters[low.next] === '-' && characters[low.next + 1] !== ']'
    const high = isRange ? readMember(characters, low.next + 1) : low
    if (!low || !high) return undefined
    members.push(character => (character >= low.text && character <= high.text) || character === low.text)
    at = high.next
  }
  return { holds: character => members.some(holds => holds(character)) !== isNegated, end: at }
}

const readMember = (
  characters: readonly string[],
  at: number,
): { readonly text: string; readonly next: number } | undefined => {
  const place = characters[at] === '\\' ? at + 1 : at
  const text = characters[place]
  return text === undefined ? undefined : { text, next: place + 1 }
}

const readNamedClass = (characters: readonly string[], at: number): Class | 'unknown' | undefined => {
  if (characters[at] !== '[' || characters[at + 1] !== ':') return undefined
  const close = characters.indexOf(']', at + 2)
  if (close < 0) return 'unknown'
  if (characters[close - 1] !== ':' || close === at + 2) return undefined
  const name = characters.slice(at + 2, close - 1).join('')
  const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined
  return known ? { holds: character => known.test(character), end: close } : 'unknown'
}

/** How many names the pattern can have used up when it is at its end. */
const reach = (
  pattern: readonly Name[],
  names: readonly string[],
  onStep?: () => void,
): readonly boolean[] => {
  let reached = [true, ...names.map(() => false)]
  for (const part of pattern) {
    const next = reached.map(() => false)
    const first = reached.indexOf(true)
    if (first < 0) return next
    if (part === '**') next.fill(true, first)
    else
      for (let at = first; at < names.length; at += 1)
        if (reached[at] && matchName(part, Array.from(names[at] ?? ''), onStep)) next[at + 1] = true
    reached = next
  }
  return reached
}

/** Goes back only to the last `*`, which is enough. */
const matchName = (pattern: readonly Token[], name: readonly string[], onStep?: () => void): boolean => {
  let at = 0
  let star = -1
  let starAt = 0
  for (let index = 0; index < name.length; ) {
    onStep?.()
    const token = pattern[at]
    if (token === '*') {
      star = at
      starAt = index
      at += 1
    } else if (token?.(name[index] ?? '')) {
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
