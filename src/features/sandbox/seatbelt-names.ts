import { GIT_GUARDED, type SandboxPlan } from './plan.ts'
import { isBelow, namePattern, oneOf, pathPattern, subpath } from './seatbelt-text.ts'

export interface ProtectedNames {
  /** They come after those of the mounts, and only deny. */
  readonly rules: readonly string[]
  /** By its name, so also where it may be moved to. */
  isProtected(path: string): boolean
}

/**
 * By name, so that they hold at any depth and before the file exists; within a working directory, so that nothing
 * depends on how the directories above it are called. A git directory stays writable but for what git obeys.
 */
export const protectedNames = (plan: SandboxPlan, names: readonly string[]): ProtectedNames => {
  const scopes = scopesOf(plan)
  const patterns = [
    ...names.filter(name => name !== '.git').map(namePattern),
    `${namePattern('.git')}/${gitPattern}`,
  ]
  const matchers = patterns.map(pattern => new RegExp(`(?:^|/)${pattern}(?:/|$)`))
  const scopeOf = (path: string): string | undefined =>
    scopes.filter(scope => isBelow(path, scope)).reduce<string | undefined>(longer, undefined)
  return {
    rules: [
      ...scopes.map(scope =>
        denial(
          scope,
          scopes.filter(other => isBelow(other, scope)),
          patterns.map(pattern => `(.*/)?${pattern}`),
        ),
      ),
      ...plan.repositories.map(path => denial(path, writableBelow(plan, path), [gitPattern])),
    ],
    isProtected: path => {
      const scope = scopeOf(path)
      return scope !== undefined && matchers.some(one => one.test(path.slice(scope.length + 1)))
    },
  }
}

const gitPattern = `(${GIT_GUARDED.map(namePattern).join('|')})`

/** The working directories, and what else may be written in one of them, such as a worktree: names are looked for from there on. */
const scopesOf = (plan: SandboxPlan): readonly string[] => {
  const roots = plan.roots.filter(root => root !== '/')
  return [...new Set([...roots, ...roots.flatMap(root => writableBelow(plan, root))])]
}

const writableBelow = ({ mounts }: SandboxPlan, path: string): readonly string[] =>
  mounts.flatMap(mount =>
    mount.kind === 'write' && mount.of === 'directory' && isBelow(mount.path, path) ? [mount.path] : [],
  )

const denial = (path: string, except: readonly string[], patterns: readonly string[]): string => {
  const regexes = patterns.map(pattern => `(regex #"^${pathPattern(path)}/${pattern}(/|$)")`)
  const outside = except.map(one => `(require-not ${subpath(one)})`)
  return `(deny file-write* (require-all ${[subpath(path), ...outside, oneOf(regexes)].join(' ')}))`
}

const longer = (one: string | undefined, other: string): string =>
  one === undefined || other.length > one.length ? other : one
