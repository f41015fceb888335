import { globToRegExp } from '../glob-pattern.ts'

export interface GlobFilter {
  /** What ripgrep can skip by itself. */
  readonly options: readonly string[]
  /** Judges a path below the searched directory. */
  accepts(path: string): boolean
}

/**
 * The `glob` field: one or several patterns, `!` in front excludes. A positive `--glob` would make ripgrep show
 * ignored files, so patterns are judged here; plain name patterns are also given as a file type of our own, which
 * ripgrep applies before it opens a file.
 */
export const globFilter = (glob: string | undefined, hasType: boolean): GlobFilter => {
  const patterns = splitPatterns(glob ?? '')
  const wanted = patterns.filter(pattern => !pattern.startsWith('!'))
  const unwanted = patterns.filter(pattern => pattern.startsWith('!')).map(pattern => pattern.slice(1))
  const isPlain = wanted.length > 0 && wanted.every(pattern => /^[\w.*{},-]+$/.test(pattern))
  const accepted = wanted.map(toMatcher)
  const refused = unwanted.map(toMatcher)
  return {
    options:
      isPlain && !hasType ? [...wanted.map(pattern => `--type-add=wanted:${pattern}`), '--type=wanted'] : [],
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
const splitPatterns = (glob: string): readonly string[] => {
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
