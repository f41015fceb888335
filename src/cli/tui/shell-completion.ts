import { runProgram } from '../../features/shell/run-program.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { ToolError } from '../../protocol/tool.ts'
import { lastShellWord, quoteShellWord, type ShellWord } from './shell-word.ts'

export interface CompletionOptions {
  readonly cwd: string
  /** Of children, without secrets. */
  readonly variables: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 1_000
const MOST_BYTES = 256 * 1024
const MOST_WORDS = 200
/** Parts directories from the rest; no name holds it. */
const NEXT_LIST = '\u0001'

/** What was typed is an argument and never a part of the code. `-o nosort` is not everywhere: the order is made here. */
const SCRIPT = [
  'case $1 in',
  'command) compgen -c -- "$2" ;;',
  'variable) compgen -v -- "$2" ;;',
  `file) compgen -d -- "$2"; printf '\\001\\n'; compgen -f -- "$2" ;;`,
  'esac',
].join('\n')

/**
 * What bash would offer in place of the last word of a command line, ready to stand there. Only programs, files and
 * variables: the person's own completions are programs, and a key press starts none of them.
 */
export const completeShell = async (
  line: string,
  options: CompletionOptions,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const word = lastShellWord(line)
  const bash = findProgram('bash', '/bin:/usr/bin:/usr/local/bin:/opt/homebrew/bin')
  if (!word || bash === undefined || signal.aborted) return []
  try {
    const end = await runProgram({
      file: bash,
      args: ['--norc', '--noprofile', '-c', SCRIPT, 'complete', word.kind, word.text],
      cwd: options.cwd,
      env: environmentOf(options.variables),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      signal,
    })
    return end.timedOut || signal.aborted ? [] : readWords(Buffer.from(end.stdout).toString('utf8'), word)
  } catch (error) {
    // No shell, no completion: nobody is told while typing.
    if (error instanceof ToolError) return []
    throw error
  }
}

/** No start-up file and no function of the environment runs; programs are looked up where the person's shell would. */
const environmentOf = (variables: CompletionOptions['variables']): Record<string, string> => ({
  ...hardenEnvironment(variables, []),
  PATH: variables['PATH'] ?? '/usr/bin:/bin',
})

const readWords = (printed: string, { kind, quote }: ShellWord): readonly string[] => {
  const lists = printed.split(`${NEXT_LIST}\n`).map(list => list.split('\n').filter(name => name !== ''))
  const directories = new Set(kind === 'file' ? lists[0] : [])
  const names = [...new Set(lists.flat())].filter(name => !/[\p{Cc}]/u.test(name)).sort(byName)
  return names.slice(0, MOST_WORDS).map(name => {
    if (kind === 'variable') return `${quote}$${name}`
    const isDirectory = directories.has(name)
    return `${quoteShellWord(name, quote)}${isDirectory ? '/' : quote}`
  })
}

/** Hidden ones last, as in a listing. */
const byName = (one: string, other: string): number =>
  Number(isHidden(one)) - Number(isHidden(other)) || (one < other ? -1 : one > other ? 1 : 0)

const isHidden = (name: string): boolean => /(?:^|\/)\.[^/]*$/.test(name)
