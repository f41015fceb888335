import { join, normalize } from 'node:path'

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
  const names: RegExp[] = []
  for (const { spec, anchor } of rules) {
    const plain = spec.replace(/\/(?:\*{1,2})?$/, '').replace(/^\*\*\//, '')
    if (plain === '' || /[?[\]{}\\!]/.test(plain)) continue
    if (!plain.includes('/')) names.push(nameMatcher(plain))
    else if (!plain.includes('*')) paths.push(absolute(plain, anchor, place))
  }
  return { paths, isDenied: name => names.some(pattern => pattern.test(name)) }
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

const nameMatcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )
