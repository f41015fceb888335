import type { CallEffect } from '../../../protocol/context.ts'
import { type BashOutput, isFailure } from './output.ts'

const MAX_QUOTED = 160

/** The line of the ledger for a command; of a failure also the line that says what failed, which is data and therefore quoted. */
export const commandEffect = (command: string, output: BashOutput | undefined): CallEffect => {
  const effect = { kind: 'command', text: command } as const
  if (!output || output.interrupted) return { ...effect, outcome: 'interrupted' }
  if (output.backgroundTaskId !== undefined)
    return { ...effect, outcome: 'running', taskId: output.backgroundTaskId }
  const detail = [howItEnded(output), isFailure(output) ? failureIn(output.stdout) : '']
    .filter(part => part !== '')
    .join(': ')
  const outcome = isFailure(output) ? 'failed' : 'done'
  return detail === '' ? { ...effect, outcome } : { ...effect, outcome, detail }
}

const howItEnded = (output: BashOutput): string => {
  if (output.timedOutAfterMs !== undefined) return `ended after ${output.timedOutAfterMs} ms`
  if (output.exitCode === null) return `ended by ${output.signal ?? 'a signal'}`
  return output.exitCode === 0 ? '' : `exit code ${output.exitCode}`
}

/** Lines of a stack, of a frame around an error, and what package managers add. */
const NOISE =
  /^\s*(?:at\s|File "|\^+\s*$|~+\s*$|[{}[\]();,]+\s*$|Node\.js v|npm (?:ERR!|error|notice|warn)|make(?:\[\d+\])?: |\d+ \| |error: script |info )/
/** How compilers, test runners and languages begin the line that says what is wrong. */
const SAYS_FAILURE =
  /^(?:\s*|.*?[:)\]] )(?:Uncaught )?(?:(?:[\w.]*(?:Error|Exception)|[Ee]rror|ERROR|[Ff]atal|FATAL|FAIL(?:ED)?|FAILURE|not ok|panic|thread '.*' panicked|E {2,}|[✗✘×✖])(?=[\s:[(]|$))/
const NOTHING_FAILED = /\b(?:0|no) (?:errors?|failures?|failed)\b/i
const MAX_LINES = 20_000

/** The line that says what failed; where none does, the last that is not of a stack. */
const failureIn = (text: string): string => {
  const lines = text
    .trimEnd()
    .split('\n', MAX_LINES)
    .filter(line => line.trim() !== '' && line.length < MAX_LINE)
  const said = lines.filter(line => !NOISE.test(line))
  const line =
    said.find(each => SAYS_FAILURE.test(each) && !NOTHING_FAILED.test(each)) ?? said.at(-1) ?? lines.at(-1)
  return line === undefined ? '' : JSON.stringify(line.trim().slice(0, MAX_QUOTED))
}

const MAX_LINE = 2_000
