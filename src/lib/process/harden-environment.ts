import { delimiter, isAbsolute, join, sep } from 'node:path'
import { resolveReal } from '../paths.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Names that make a shell or a plain viewer run a program of somebody's choice. */
const RUNS_PROGRAMS =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*|LESSOPEN|LESSCLOSE|LESS|PAGER|MANPAGER|EDITOR|VISUAL|RIPGREP_CONFIG_PATH|GREP_OPTIONS|CDPATH|GLOBIGNORE)$/
/** Names that bring options to a viewer, or end its options at the first operand: its line would be read otherwise. */
const BRINGS_OPTIONS =
  /^(?:POSIXLY_CORRECT|TAR_OPTIONS|GZIP|UNZIP|UNZIPOPT|ZIPINFO|ZIPINFOOPT|BC_ENV_ARGS|GETCONF_DIR|GAWK_PERSIST_FILE)$/
/** Names that make an interpreter or the loader of programs begin with code of somebody's choice. */
const LOADS_CODE =
  /^(?:NODE_OPTIONS|BUN_OPTIONS|PYTHONHOME|PYTHONSTARTUP|PERL5OPT|PERL5DB|RUBYOPT|LD_AUDIT|DYLD_INSERT_LIBRARIES|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/
/** Lists of places in which code, tables or settings are looked for. An empty entry is the current directory. */
const PLACES =
  /^(?:LD_LIBRARY_PATH|LD_PRELOAD|DYLD_(?:FALLBACK_)?(?:LIBRARY|FRAMEWORK)_PATH|PYTHONPATH|PYTHONUSERBASE|PIP_CONFIG_FILE|NODE_PATH|PERL5LIB|PERLLIB|RUBYLIB|GCONV_PATH|LOCPATH|NLSPATH|MAGIC|TERMINFO|TERMINFO_DIRS|TZDIR)$/
/** Settings that name the machine that is asked, and programs that say who asks: none at all rather than another one. */
const TARGETS = /^(?:KUBECONFIG|DOCKER_CONFIG)$/
const PLAIN_GIT_NAMES =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|(?:AUTHOR|COMMITTER)_\w+)$/

/**
 * Package managers send and write by themselves, where a project's settings say: to ask for a newer version of
 * themselves, with a token from the environment, and to keep logs. Their environment beats such settings.
 */
const QUIET_MANAGERS: Readonly<Record<string, string>> = {
  NO_UPDATE_NOTIFIER: '1',
  npm_config_update_notifier: 'false',
  npm_config_offline: 'true',
  npm_config_logs_max: '0',
  npm_config_timing: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INDEX: '1',
  // pip asks it where an editable package comes from, and a repository names its extensions.
  HGRCSKIPREPO: '1',
}
/** npm reads its names in any spelling, and the last one counts. */
const NPM_NAMES = /^npm_config_(?:update[-_]notifier|offline|logs[-_]max|timing|cache|prefer[-_]\w+)$/i

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
  const isOutside = outsideOf(roots)
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || RUNS_PROGRAMS.test(name) || LOADS_CODE.test(name)) continue
    if (BRINGS_OPTIONS.test(name) || NPM_NAMES.test(name)) continue
    if (name.startsWith('GIT_') && !PLAIN_GIT_NAMES.test(name)) continue
    const kept = PLACES.test(name) ? value.split(/[: ]/).filter(isOutside).join(':') : value
    if (kept === '' && value !== '') continue
    child[name] = TARGETS.test(name) && !value.split(delimiter).every(isOutside) ? '/dev/null' : kept
  }
  const path = (env['PATH'] ?? '').split(delimiter).filter(isOutside)
  child['PATH'] = path.length > 0 ? path.join(delimiter) : '/usr/bin:/bin'
  child['PAGER'] = 'cat'
  child['GIT_PAGER'] = 'cat'
  child['GIT_OPTIONAL_LOCKS'] = '0'
  child['GIT_TERMINAL_PROMPT'] = '0'
  // A missing object would be fetched, through a program that the repository names.
  child['GIT_NO_LAZY_FETCH'] = '1'
  child['GIT_ALLOW_PROTOCOL'] = 'none'
  Object.assign(child, QUIET_MANAGERS)
  // Even without a cache the directory for it is made.
  if (env['HOME'] !== undefined) child['npm_config_cache'] = join(env['HOME'], '.npm')
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
const outsideOf = (roots: readonly string[]): ((entry: string) => boolean) => {
  const isWithin = (entry: string) =>
    roots.some(root => `${entry}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep))
  return entry => {
    if (!isAbsolute(entry) || isWithin(entry) || isOfPackages(entry)) return false
    const resolved = resolveReal(entry)
    return resolved.ok && !isWithin(resolved.real) && !isOfPackages(resolved.real)
  }
}
