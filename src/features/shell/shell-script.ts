/** Any text without a NUL as one bash word on one line. */
const quote = (text: string): string =>
  `'${text.replaceAll("'", "'\\''").replaceAll('\n', () => "'$'\\n''")}'`

/**
 * Diff drivers and text converters are programs named by a repository, and a repository within another may name filters;
 * git has no setting that turns them off, only these options.
 */
const PLAIN_GIT = [
  'git() { local -a before=(); while (($#)); do case $1 in',
  'diff|log|show) before+=("$1" --no-ext-diff --no-textconv --ignore-submodules=dirty); shift; break;;',
  'status) before+=("$1" --ignore-submodules=dirty); shift; break;;',
  `-C|-c) before+=("$1" "\${2-}"); shift; (($#)) && shift;;`,
  '-*) before+=("$1"); shift;;',
  '*) break;;',
  `esac; done; command git "\${before[@]}" "$@"; }; `,
].join(' ')

/** Node gives children sockets, and a socket cannot be opened by name; a command that tries gets a real pipe. */
const OPENS_OUTPUT_BY_NAME = /\/dev\/(?:stdout|stderr|fd\/[12])\b|\/proc\/self\/fd\/[12]\b/

/**
 * The text for `bash -c`: runs the command with both streams in one, then writes the directory it ended in to
 * `directoryFile`. The trap covers `exit`, `set -e` and errors; the line after `eval` covers a command that set a
 * trap of its own. Exit code and output stay the command's.
 */
export const shellScript = (run: {
  readonly command: string
  readonly directoryFile: string
  readonly hardened: boolean
  /** Of its mark. Where it cannot be set the variable alone has to do. */
  readonly lockLimit: number
  /** Sourced first: what the person's own shell knows. */
  readonly snapshotFile?: string
}): string => {
  const save = `builtin pwd -P >| ${quote(run.directoryFile)} 2>/dev/null`
  const join = OPENS_OUTPUT_BY_NAME.test(run.command) ? 'exec > >(exec cat) 2>&1' : 'exec 2>&1'
  // All on one line, so that the line numbers in messages of bash are those of the command.
  const source = run.snapshotFile === undefined ? '' : `. ${quote(run.snapshotFile)} 2>/dev/null; `
  const marked = `builtin ulimit -S -x ${run.lockLimit} 2>/dev/null`
  const prepare = `${marked}; ${join}; trap ${quote(save)} EXIT; ${run.hardened ? PLAIN_GIT : source}`
  return `${prepare}eval ${quote(run.command)}\nset -- "$?"; { ${save} || :; }; exit "$1"`
}
