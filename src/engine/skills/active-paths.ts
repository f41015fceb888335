import { isAbsolute, relative, sep } from 'node:path'
import { compileGlobs, GlobError, type PathGlob } from '../../features/memory/instructions/path-glob.ts'
import { type CaseRule, tellsCase } from '../../lib/case-rule.ts'

/** Whether a file is one of those that a skill is for. Patterns are relative to `base`; one without a slash fits anywhere. */
export const matchesPaths = (
  patterns: readonly string[],
  file: string,
  { base, caseSensitive }: { readonly base: string; readonly caseSensitive: CaseRule },
): boolean => {
  const below = relative(base, file)
  if (below === '' || isAbsolute(below) || below.split(sep)[0] === '..') return false
  return compile(patterns, tellsCase(caseSensitive, base))?.matches(below.split(sep).join('/')) ?? false
}

const compile = (patterns: readonly string[], caseSensitive: boolean): PathGlob | undefined => {
  const whole = patterns.map(pattern =>
    pattern.replace(/^\//, '').includes('/') || pattern.startsWith('/')
      ? pattern.replace(/^\//, '')
      : `**/${pattern}`,
  )
  try {
    return compileGlobs(whole, { caseSensitive })
  } catch (error) {
    // Too many alternatives: it stands for nothing.
    if (error instanceof GlobError) return undefined
    throw error
  }
}
