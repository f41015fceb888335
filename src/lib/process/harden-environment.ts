import { delimiter, isAbsolute, sep } from 'node:path'
import { resolveReal } from '../paths.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Names that make a shell or a plain viewer run a program of somebody's choice. */
const RUNS_PROGRAMS =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*|LESSOPEN|LESSCLOSE|LESS|PAGER|MANPAGER|EDITOR|VISUAL|RIPGREP_CONFIG_PATH|GREP_OPTIONS|CDPATH|GLOBIGNORE)$/
const PLAIN_GIT_NAMES =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|(?:AUTHOR|COMMITTER)_\w+)$/

const GIT_SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  // A difference in times alone would be noted in the index, whatever is said about locks.
  ['diff.autoRefreshIndex', 'false'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['safe.bareRepository', 'explicit'],
  // A repository within another has settings, and with them programs, of its own.
  ['diff.ignoreSubmodules', 'dirty'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
]

/**
 * For a command that only the read-only classifier approved: nothing in the environment or in a project's git
 * settings may make a viewer run another program, and programs come from outside the working directories.
 */
export const hardenEnvironment = (env: Environment, roots: readonly string[]): Record<string, string> => {
  const child: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || RUNS_PROGRAMS.test(name)) continue
    if (name.startsWith('GIT_') && !PLAIN_GIT_NAMES.test(name)) continue
    child[name] = value
  }
  child['PATH'] = hardenedPath(env['PATH'] ?? '', roots)
  child['PAGER'] = 'cat'
  child['GIT_PAGER'] = 'cat'
  child['GIT_OPTIONAL_LOCKS'] = '0'
  child['GIT_TERMINAL_PROMPT'] = '0'
  // A missing object would be fetched, through a program that the repository names.
  child['GIT_NO_LAZY_FETCH'] = '1'
  child['GIT_ALLOW_PROTOCOL'] = 'none'
  child['GIT_CONFIG_COUNT'] = String(GIT_SETTINGS.length)
  GIT_SETTINGS.forEach(([key, value], index) => {
    child[`GIT_CONFIG_KEY_${index}`] = key
    child[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return child
}

/** Package managers put the programs of a project's dependencies first; started below it, it is no working directory. */
const isOfPackages = (entry: string): boolean => /[/\\]node_modules[/\\]\.bin[/\\]?$/.test(entry)

/** By the names the entries have and by those they lead to: a link must not bring a working directory back in. */
const hardenedPath = (path: string, roots: readonly string[]): string => {
  const isWithin = (entry: string) =>
    roots.some(root => `${entry}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep))
  const isOutside = (entry: string): boolean => {
    if (!isAbsolute(entry) || isWithin(entry) || isOfPackages(entry)) return false
    const resolved = resolveReal(entry)
    return resolved.ok && !isWithin(resolved.real) && !isOfPackages(resolved.real)
  }
  const kept = path.split(delimiter).filter(isOutside)
  return kept.length > 0 ? kept.join(delimiter) : '/usr/bin:/bin'
}
