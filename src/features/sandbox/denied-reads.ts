import { join, normalize } from 'node:path'
import { compileIgnorePattern, type IgnorePattern } from '../../lib/ignore-pattern.ts'

/** A deny rule for reading: what stands between its parentheses, and where `/x` begins. */
export interface ReadRule {
  readonly spec: string
  readonly anchor: string
}

export interface DeniedReads {
  /** Absolute paths that must not be seen. */
  readonly paths: readonly string[]
  /** Names that must not be seen at any depth of the working directories. */
  isDenied(name: string): boolean
}

/**
 * What of the rules against reading a sandbox can keep: plain paths, and single names with or without stars. Other
 * patterns hold where the command line names a file, not for what a program opens by itself.
 */
export const deniedReads = (
  rules: readonly ReadRule[],
  place: { readonly cwd: string; readonly home: string },
): DeniedReads => {
  const paths: string[] = []
  const names: IgnorePattern[] = []
  for (const { spec, anchor } of rules) {
    const plain = spec.replace(/\/(?:\*{1,2})?$/, '').replace(/^\*\*\//, '')
    if (plain === '' || /[?[\]{}\\!]/.test(plain)) continue
    if (!plain.includes('/')) names.push(compileIgnorePattern(plain, { ignoreCase: false }))
    else if (!plain.includes('*')) paths.push(absolute(plain, anchor, place))
  }
  return { paths, isDenied: name => names.some(pattern => pattern.matches(name, 'directory')) }
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
