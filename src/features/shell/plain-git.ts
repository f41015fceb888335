import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/make-directories.ts'

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
 * Makes a directory with a `git` of our own, for the front of a path: found under its name by whatever starts it, be it
 * the shell or a wrapper such as `timeout`. It runs the git that comes after it.
 */
export const makePlainGit = (directory: string, bash: string): string => {
  const place = join(directory, 'look')
  makeDirectories(place, 0o700)
  const file = join(place, 'git')
  rmSync(file, { force: true })
  // Privileged: it takes neither functions nor start-up files from the environment.
  const script = [`#!${bash} -p`, `PATH=\${PATH#"\${0%/*}":}`, PLAIN_GIT, 'git "$@"', ''].join('\n')
  writeFileSync(file, script, { mode: 0o700, flag: 'wx' })
  return place
}
