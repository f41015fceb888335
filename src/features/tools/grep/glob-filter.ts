import { globToRegExp } from '../glob-pattern.ts'

export interface GlobFilter {
  /** Name patterns a search can apply by itself before it opens a file. */
  readonly names: readonly string[]
  /** Judges a path below the searched directory. */
  accepts(path: string): boolean
}

/** The `glob` field: one or several patterns, `!` in front excludes. */
export const globFilter = (glob: string | undefined): GlobFilter => {
  const patterns = splitPatterns(glob ?? '')
  const wanted = patterns.filter(pattern => !pattern.startsWith('!'))
  const unwanted = patterns.filter(pattern => pattern.startsWith('!')).map(pattern => pattern.slice(1))
  // What a directory could be called as well is left to `accepts`, which looks at the whole path.
  const isPlain = wanted.every(pattern => /^\*\.[\w.*{},-]+$/.test(pattern))
  const accepted = wanted.map(toMatcher)
  const refused = unwanted.map(toMatcher)
  return {
    names: isPlain ? wanted : [],
    accepts: path =>
      (accepted.length === 0 || accepted.some(matches => matches(path))) &&
      !refused.some(matches => matches(path)),
  }
}

/** Without `/` a pattern speaks of names at any depth. */
const toMatcher = (pattern: string): ((path: string) => boolean) => {
  const anchored = pattern.replace(/^\.?\//, '')
  const regExp = globToRegExp(pattern.includes('/') ? anchored : `**/${pattern}`)
  const below = globToRegExp(pattern.includes('/') ? `${anchored}/**` : `**/${pattern}/**`)
  return path => regExp.test(path) || below.test(path)
}

/** Commas and spaces separate patterns, except inside braces. */
export const splitPatterns = (glob: string): readonly string[] => {
  const parts: string[] = ['']
  let depth = 0
  for (const char of glob) {
    if (char === '{') depth++
    if (char === '}') depth--
    if (depth <= 0 && /[\s,]/.test(char)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.filter(part => part !== '')
}
