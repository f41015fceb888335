import { join, normalize } from 'node:path'
import { type CaseRule, tellsCase } from '../../lib/case-rule.ts'
import { compileIgnorePattern, type IgnorePattern } from '../../lib/ignore-pattern.ts'

/** A deny rule for reading: what stands between its parentheses, and where `/x` begins. */
export interface ReadRule {
  readonly spec: string
  readonly anchor: string
}

export interface DeniedReads {
  /** Absolute paths that must not be seen. */
  readonly paths: readonly string[]
  /** Tells of what is directly in a directory, at any depth of the working directories. */
  isDenied(name: string, directory: string): boolean
}

/**
 * What of the rules against reading a sandbox can keep: plain paths, and single names with or without stars. Other
 * patterns hold where the command line names a file, not for what a program opens by itself.
 */
export const deniedReads = (
  rules: readonly ReadRule[],
  place: { readonly cwd: string; readonly home: string; readonly caseSensitive: CaseRule },
): DeniedReads => {
  const paths: string[] = []
  const exact: IgnorePattern[] = []
  const folded: IgnorePattern[] = []
  for (const { spec, anchor } of rules) {
    const plain = spec.replace(/\/(?:\*{1,2})?$/, '').replace(/^\*\*\//, '')
    if (plain === '' || /[?[\]{}\\!]/.test(plain)) continue
    if (!plain.includes('/')) {
      exact.push(compileIgnorePattern(plain, { ignoreCase: false }))
      folded.push(compileIgnorePattern(plain, { ignoreCase: true }))
    } else if (!plain.includes('*')) paths.push(absolute(plain, anchor, place))
  }
  const isIn = (patterns: readonly IgnorePattern[], name: string): boolean =>
    patterns.some(pattern => pattern.matches(name, 'directory'))
  return {
    paths,
    isDenied: (name, directory) =>
      isIn(exact, name) ||
      (place.caseSensitive !== true &&
        isIn(folded, name) &&
        !tellsCase(place.caseSensitive, join(directory, name))),
  }
}

const absolute = (
  path: string,
  anchor: string,
  place: { readonly cwd: string; readonly home: string },
): string => {
  if (path.startsWith('//')) return normalize(path.slice(1))
  if (path.startsWith('~/')) return join(place.home, path.slice(2))
  return path.startsWith('/') ? join(anchor, path) : join(place.cwd, path)
}
