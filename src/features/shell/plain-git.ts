import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'

/**
 * Diff drivers and text converters are programs named by a repository, and a repository within another may name filters;
 * git has no setting that turns them off, only these options. What compares with the work tree for `describe` would be
 * noted in the index whatever is said about locks, so it gets a copy.
 */
const PLAIN_GIT = [
  'git() { local -a before=(); local index copy= code; while (($#)); do case $1 in',
  'diff|log|show) before+=("$1" --no-ext-diff --no-textconv --ignore-submodules=dirty); shift; break;;',
  'status) before+=("$1" --ignore-submodules=dirty); shift; break;;',
  `describe) [[ " $*" == *' --dirty'* ]] && index=$(command git "\${before[@]}" rev-parse --path-format=absolute --git-path index) &&`,
  `[[ -f $index ]] && copy=$(mktemp "\${0%/*}/index.XXXXXX") && cat -- "$index" > "$copy" && export GIT_INDEX_FILE=$copy; break;;`,
  `-C|-c) before+=("$1" "\${2-}"); shift; (($#)) && shift;;`,
  '-*) before+=("$1"); shift;;',
  '*) break;;',
  `esac; done; command git "\${before[@]}" "$@"; code=$?; [[ -z $copy ]] || rm -f -- "$copy" "$copy.lock"; return $code; }`,
].join(' ')

/**
 * A project's settings for npm may name any variable, and its messages show the value. So it gets none but those that
 * say where things are and how they are shown.
 */
const BARE_NPM = [
  'for name in $(compgen -e); do case $name in',
  'PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LANGUAGE|LC_*|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CI|NODE_ENV) ;;',
  'NO_UPDATE_NOTIFIER|npm_config_update_notifier|npm_config_offline|npm_config_logs_max|npm_config_timing|npm_config_cache) ;;',
  'NVM_DIR|NVM_BIN|VOLTA_HOME|ASDF_DIR|ASDF_DATA_DIR|FNM_DIR|FNM_MULTISHELL_PATH|MISE_DATA_DIR|LD_LIBRARY_PATH) ;;',
  `*) unset -v "$name";; esac; done; exec npm "$@"`,
].join(' ')

/**
 * Makes a directory with a `git` and an `npm` of our own, for the front of a path: found under its name by whatever
 * starts it, be it the shell or a wrapper such as `timeout`. Each runs the one that comes after it.
 */
export const makePlainGit = (directory: string, bash: string): string => {
  const place = join(directory, 'look')
  makeDirectories(place, 0o700)
  const programs = { git: [PLAIN_GIT, 'git "$@"'], npm: [BARE_NPM] }
  for (const [name, lines] of Object.entries(programs)) {
    const file = join(place, name)
    rmSync(file, { force: true })
    // Privileged: it takes neither functions nor start-up files from the environment.
    const script = [`#!${bash} -p`, `PATH=\${PATH#"\${0%/*}":}`, ...lines, ''].join('\n')
    writeFileSync(file, script, { mode: 0o700, flag: 'wx' })
  }
  return place
}
