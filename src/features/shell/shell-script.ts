import { bashQuote } from '../../lib/shell/bash-quote.ts'
import type { Hardening } from '../../protocol/tool.ts'
import {
  type HardenedEnvironment,
  hardenedPrelude,
  markedPrelude,
  markHardened,
} from './hardened-commands.ts'

/** Node gives children sockets, and a socket cannot be opened by name; a command that tries gets a real pipe. */
const OPENS_OUTPUT_BY_NAME = /\/dev\/(?:stdout|stderr|fd\/[12])\b|\/proc\/self\/fd\/[12]\b/

/**
 * The text for `bash -c`: runs the command with both streams in one, then writes the directory it ended in to
 * `directoryFile`. The trap covers `exit`, `set -e` and errors; the line after `eval` covers a command that set a
 * trap of its own, and says in `$2` that it has done it: a file written over goes to the disk at once on some systems, and
 * whoever removes it waits for that. Exit code and output stay the command's.
 */
export const shellScript = (run: {
  readonly command: string
  readonly directoryFile: string
  readonly hardened: Hardening
  readonly environment: HardenedEnvironment
  /** Of its mark. Where it cannot be set the variable alone has to do. */
  readonly lockLimit: string
  /** Its streams stay apart. */
  readonly apart?: boolean
  /** Its streams are a terminal, which can be opened by name. */
  readonly atTerminal?: boolean
  /** Starts the line: it gets all of it as one argument, and runs it. */
  readonly prefix?: string
  /** Of its own memory no process of the command gets more. */
  readonly memoryKb?: number
  /** Sourced first: what the person's own shell knows. */
  readonly snapshotFile?: string
  /** Sourced after it: variables for this session. */
  readonly exportsFile?: string
}): string => {
  const file = bashQuote(run.directoryFile)
  const save = `builtin pwd -P >| ${file} 2>/dev/null`
  const saveOnce = `[[ \${2-} == ${file} ]] || ${save}`
  const toPipe = run.apart ? 'exec > >(exec cat) 2> >(exec cat >&2)' : 'exec > >(exec cat) 2>&1'
  const asOne = run.apart ? ':' : 'exec 2>&1'
  const join = OPENS_OUTPUT_BY_NAME.test(run.command) && !run.atTerminal ? toPipe : asOne
  // All on one line, so that the line numbers in messages of bash are those of the command.
  const source = [run.snapshotFile, run.exportsFile]
    .flatMap(file => (file === undefined ? [] : [`. ${bashQuote(file)} 2>/dev/null; `]))
    .join('')
  const bounded = run.memoryKb === undefined ? '' : `builtin ulimit -d ${run.memoryKb} 2>/dev/null; `
  const marked = `${bounded}builtin ulimit -S -x ${run.lockLimit} 2>/dev/null`
  const [before, command] = wrapped(run, prepared(run, source))
  const prepare = `${marked}; ${join}; trap ${bashQuote(saveOnce)} EXIT; ${before}`
  return `${prepare}eval ${bashQuote(command)}\nset -- "$?" ${file}; { ${save} || :; }; exit "$1"`
}

/** Whoever starts the line gets all that goes before it as well: it runs in another shell. */
const wrapped = (
  { prefix }: Pick<Parameters<typeof shellScript>[0], 'prefix'>,
  [before, command]: readonly [string, string],
): readonly [string, string] =>
  prefix === undefined ? [before, command] : ['', `${prefix} ${bashQuote(before + command)}`]

/** What goes before the line, and the line itself. */
const prepared = (
  {
    command,
    hardened,
    environment: place,
  }: Pick<Parameters<typeof shellScript>[0], 'command' | 'hardened' | 'environment'>,
  source: string,
): readonly [string, string] => {
  if (hardened === true) return [hardenedPrelude(place), command]
  if (hardened === false) return [source, command]
  return [source + markedPrelude(hardened, place), markHardened(command, hardened, place)]
}
