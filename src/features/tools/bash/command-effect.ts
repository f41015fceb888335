import type { CallEffect } from '../../../protocol/context.ts'
import { type BashOutput, isFailure } from './output.ts'

const MAX_QUOTED = 160

/** The line of the ledger for a command; of a failure also the last it said, which is data and therefore quoted. */
export const commandEffect = (command: string, output: BashOutput | undefined): CallEffect => {
  const effect = { kind: 'command', text: command } as const
  if (!output || output.interrupted) return { ...effect, outcome: 'interrupted' }
  if (output.backgroundTaskId !== undefined)
    return { ...effect, outcome: 'running', taskId: output.backgroundTaskId }
  const detail = [howItEnded(output), isFailure(output) ? lastWords(output.stdout) : '']
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

const lastWords = (text: string): string => {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? ''
  return line === '' ? '' : JSON.stringify(line.slice(0, MAX_QUOTED))
}
