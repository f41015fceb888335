import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globToRegExp } from '../../glob-pattern.ts'

/** Read in this order: what an earlier kind says about a path counts before what a later one says. */
const KINDS = ['.rgignore', '.ignore', '.gitignore', '.git/info/exclude'] as const
/** What is larger was not written by a person. */
const MAX_BYTES = 256 * 1024

/** The ignore files that hold in a directory: its own and those of all directories above. */
export interface IgnoreRules {
  /** `name` lies directly in this directory. */
  ignores(name: string, isDirectory: boolean): boolean
  /** The rules in a directory below. */
  enter(name: string): IgnoreRules
}

interface Rule {
  readonly regExp: RegExp
  readonly negated: boolean
  readonly directoriesOnly: boolean
}

interface Level {
  /** By kind, in the order of {@link KINDS}. */
  readonly rules: readonly (readonly Rule[])[]
  /** The path walked since this level, with a slash at its end where it is not empty. */
  readonly below: string
}

/** Nothing is ignored, here and below. */
export const NO_RULES: IgnoreRules = { ignores: () => false, enter: () => NO_RULES }

/** Parents count too, as when git stands in a directory of a project. */
export const ignoreRulesAt = (directory: string): IgnoreRules => {
  const above: Level[] = []
  let below = ''
  for (let at = directory; ; at = dirname(at)) {
    above.push({ rules: readLevel(at), below })
    if (dirname(at) === at) break
    below = `${at.slice(dirname(at) === '/' ? 1 : dirname(at).length + 1)}/${below}`
  }
  return rulesOf(directory, above)
}

/** @param levels the nearest first */
const rulesOf = (directory: string, levels: readonly Level[]): IgnoreRules => {
  const telling = levels.filter(level => level.rules.some(rules => rules.length > 0))
  return {
    ignores: (name, isDirectory) => {
      for (let kind = 0; kind < KINDS.length; kind++)
        for (const level of telling) {
          const verdict = judge(level.rules[kind] ?? [], level.below + name, isDirectory)
          if (verdict !== undefined) return verdict === 'ignored'
        }
      return false
    },
    enter: name => {
      const inside = join(directory, name)
      const outer = telling.map(({ rules, below }) => ({ rules, below: `${below}${name}/` }))
      return rulesOf(inside, [{ rules: readLevel(inside), below: '' }, ...outer])
    },
  }
}

const judge = (
  rules: readonly Rule[],
  path: string,
  isDirectory: boolean,
): 'ignored' | 'wanted' | undefined => {
  const last = rules.findLast(rule => (isDirectory || !rule.directoriesOnly) && rule.regExp.test(path))
  return last && (last.negated ? 'wanted' : 'ignored')
}

const readLevel = (directory: string): readonly (readonly Rule[])[] =>
  KINDS.map(kind => parseIgnoreFile(readText(join(directory, kind))))

const readText = (path: string): string => {
  try {
    // A pipe by that name would be waited for.
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    // None there, or nothing one can read: no rules from it.
    return ''
  }
}

export const parseIgnoreFile = (text: string): readonly Rule[] =>
  text === ''
    ? []
    : text
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/)
        .flatMap(parseLine)

const parseLine = (line: string): readonly Rule[] => {
  if (line.startsWith('#')) return []
  const trimmed = line.endsWith('\\ ') ? line : line.trimEnd()
  const negated = trimmed.startsWith('!')
  const rest = negated ? trimmed.slice(1) : trimmed.replace(/^\\(?=[!#])/, '')
  const directoriesOnly = rest.endsWith('/')
  const path = directoriesOnly ? rest.slice(0, -1) : rest
  if (path === '') return []
  return [{ regExp: toPathRegExp(path), negated, directoriesOnly }]
}

const toPathRegExp = (path: string): RegExp => {
  const anchored = path.includes('/') ? path.replace(/^\//, '') : `**/${path}`
  // Two stars mean directories only between slashes; `a/**` is what lies in it and not the directory itself.
  const stars = anchored.replaceAll(/(?<=[^/])\*{2,}|\*{2,}(?=[^/])/g, '*')
  return globToRegExp(stars.endsWith('/**') ? `${stars}/*` : stars)
}
