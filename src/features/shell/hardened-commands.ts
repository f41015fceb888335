import { bashQuote } from '../../lib/shell/bash-quote.ts'
import type { HardenedCommand } from '../../protocol/permission.ts'

/** Runs one command as if the whole line were hardened. Called with the line, for messages, and the words of the command. */
const LOOK = '__capstan_look'

/** A name that looks like an option is never what a wildcard stands for. Setting this switches dotglob on. */
const SHY_WILDCARDS = `GLOBIGNORE='-*'; builtin shopt -u dotglob; `

/** How one command runs when it is hardened, and how it would run otherwise. */
export interface HardenedEnvironment {
  readonly plain: Readonly<Record<string, string>>
  readonly hardened: Readonly<Record<string, string>>
  /** Holds a git that starts no program of a repository; comes before everything else on the path. */
  readonly gitDirectory: string
}

/** What a shell needs whose whole line is hardened: git by a path is our git, and questions about programs get true answers. */
export const hardenedPrelude = ({ hardened }: HardenedEnvironment): string => {
  const path = `PATH=${bashQuote(hardened['PATH'] ?? '')}`
  return [
    SHY_WILDCARDS,
    ...GIT_PATHS.map(git => `function ${git} { builtin command git "$@"; };`),
    `which() { ${path} builtin command which "$@"; };`,
    `type() { ${path} builtin type "$@"; };`,
    // The path of the system, which -p asks for, would not lead to our git.
    `command() { case \${1-} in -v|-V) ${path} builtin command "$@";; -p) builtin shift; command "$@";; *) builtin command "$@";; esac; }; `,
  ].join(' ')
}

/** The paths that count as the name of a program. */
const GIT_PATHS = ['', '/usr', '/usr/local'].flatMap(top => [`${top}/bin/git`, `${top}/sbin/git`])

/**
 * The line with each command that has only its name to speak for it marked where it stands: programs go through a
 * function that hardens, builtins stay in the shell and cannot be replaced by a function, file commands are looked for
 * outside the working directories. No lines are added, so messages of bash name those of the command.
 */
export const markHardened = (
  command: string,
  commands: readonly HardenedCommand[],
  { hardened }: HardenedEnvironment,
): string => {
  const prefix = {
    program: `${LOOK} "$LINENO" `,
    builtin: 'builtin ',
    path: `PATH=${bashQuote(hardened['PATH'] ?? '')} `,
  }
  let text = ''
  let done = 0
  for (const { at, how } of commands.toSorted((one, other) => one.at - other.at)) {
    text += command.slice(done, at) + prefix[how]
    done = at
  }
  return text + command.slice(done)
}

/** What the shell of a marked line needs; comes behind the person's own functions. */
export const markedPrelude = (
  commands: readonly HardenedCommand[],
  environment: HardenedEnvironment,
): string => {
  if (commands.every(({ how }) => how === 'path')) return ''
  return SHY_WILDCARDS + (commands.some(({ how }) => how === 'program') ? lookFunction(environment) : '')
}

/** Variables of git that only say where its repository is, or who commits. */
const PLAIN_GIT_PATTERN =
  'GIT_DIR|GIT_WORK_TREE|GIT_INDEX_FILE|GIT_CEILING_DIRECTORIES|GIT_DISCOVERY_ACROSS_FILESYSTEM|GIT_AUTHOR_*|GIT_COMMITTER_*'

/** Cannot be unset. */
const READONLY: ReadonlySet<string> = new Set(['SHELLOPTS', 'BASHOPTS', 'EUID', 'UID', 'PPID'])

/**
 * In a process of its own, which the program then becomes: what is removed is removed for it alone. The words came from
 * the shell outside and are not expanded again.
 */
const lookFunction = ({ plain, hardened, gitDirectory }: HardenedEnvironment): string => {
  const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !READONLY.has(name)
  const removed = Object.keys(plain).filter(name => isName(name) && hardened[name] === undefined)
  const changed = Object.entries(hardened).filter(([name, value]) => isName(name) && plain[name] !== value)
  const path = hardened['PATH'] ?? ''
  return [
    `${LOOK}() (`,
    'builtin set +eux -f;',
    `IFS=$' \\t\\n';`,
    'builtin unset -f $(builtin compgen -A function);',
    removed.length === 0 ? '' : `builtin unset -v ${removed.join(' ')};`,
    `for __capstan in \${!GIT_@}; do case $__capstan in ${PLAIN_GIT_PATTERN}) ;; *) builtin unset -v "$__capstan";; esac; done;`,
    ...changed.map(([name, value]) => `builtin export ${name}=${bashQuote(value)};`),
    '__capstan=$1; builtin shift;',
    `while case $1 in command|-p|--) ;; *) builtin false;; esac; do builtin shift; done;`,
    `case $1 in ${GIT_PATHS.join('|')}) builtin set -- git "\${@:2}";; esac;`,
    // Asked where a program is, `which` answers as if there were no git of ours.
    `builtin export PATH=${bashQuote(path)}; case $1 in which|whereis) ;; *) PATH=${bashQuote(`${gitDirectory}:${path}`)};; esac;`,
    `builtin type -P -- "$1" >/dev/null || { builtin printf 'bash: line %s: %s: command not found\\n' "$__capstan" "$1" >&2; builtin exit 127; };`,
    'builtin exec -- "$@"',
    '); ',
  ].join(' ')
}
