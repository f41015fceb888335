import { bashQuote } from '../../../lib/shell/bash-quote.ts'
import { runCommand } from './command.ts'
import type { Runner } from './runner.ts'

/** A command line of bash or PowerShell, or with `args` a program without a shell. */
export const runProcess: Runner = ({ handler, input, prefix: wanted, ...run }) => {
  const prefix = handler.shell === 'powershell' ? undefined : wanted
  const command = handler.command ?? ''
  const placed = (text: string): string => fillIn(text, run.places)
  return runCommand({
    ...(handler.args
      ? { command: placed(command), args: handler.args.map(placed) }
      : // What the shell can look up itself is left to it: names with blanks stay whole in quotes.
        { command: startedBy(prefix, fillIn(command, withoutVariables(run.places, run.variables))) }),
    ...(handler.shell === 'powershell' ? { shell: 'powershell' } : {}),
    stdin: run.stdin,
    cwd: input.cwd,
    variables: run.variables,
    timeoutMs: run.timeoutMs,
    signal: run.signal,
    ...(run.onFirstLine ? { onFirstLine: run.onFirstLine } : {}),
    ...(run.onOutput ? { onOutput: run.onOutput } : {}),
  })
}

/** Of a line for bash all is one argument of what the person has shell commands started by. */
const startedBy = (prefix: string | undefined, command: string): string =>
  prefix === undefined ? command : `${prefix} ${bashQuote(command)}`

type Texts = Readonly<Record<string, string>>

/** `${NAME}` by what it stands for; names nobody knows stay as they are. */
export const fillIn = (text: string, places: Texts): string =>
  text.replace(/\$\{([\w.]+)\}/g, (whole, name: string) =>
    Object.hasOwn(places, name) ? (places[name] ?? whole) : whole,
  )

const withoutVariables = (places: Texts, variables: Texts): Texts =>
  Object.fromEntries(Object.entries(places).filter(([name]) => !Object.hasOwn(variables, name)))
