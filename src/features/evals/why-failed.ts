import type { CheckOutcome, Failure } from './result.ts'

/** A tool call of a transcript, as far as it matters here. */
export interface TranscriptCall {
  readonly tool: string
  readonly subject: string
  readonly failed: boolean
  readonly kind: 'run' | 'write' | 'look'
  /** What it said. */
  readonly result: string
}

const MAX_TEXT = 300

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line
}

/** Ends that are the session's own and say nothing about what it did. */
const FINE: readonly string[] = ['completed', 'hook_stopped']

/**
 * The first wrong step of a run that failed. A failed call counts only when it was never made good: later the same was
 * done, on the same thing, without a failure. Without such a call it is the last change, if nothing was run after it;
 * else what the check says first.
 */
export const whyFailed = (
  calls: readonly TranscriptCall[],
  { ended, checks }: { readonly ended: string; readonly checks: readonly CheckOutcome[] },
): Failure => {
  const lasting = calls.findIndex((call, index) => call.failed && !isMadeGood(call, calls.slice(index + 1)))
  const step = lasting < 0 ? undefined : failedStep(calls, lasting)
  if (!FINE.includes(ended))
    return step ? { ...step, kind: 'limit', what: `${ended}: ${step.what}` } : { kind: 'limit', what: ended }
  if (step) return step
  const changes = calls.filter(call => call.kind !== 'look')
  const check = checkFailure(checks)
  if (changes.length === 0) return { kind: 'nothing_done', what: check.what }
  const last = calls.findLastIndex(call => call.kind === 'write')
  const ran = calls.slice(last + 1).some(call => call.kind === 'run')
  if (last >= 0 && !ran) return { kind: 'never_run', step: last + 1, what: oneLine(callText(calls[last])) }
  return check
}

const failedStep = (calls: readonly TranscriptCall[], index: number): Failure => {
  const call = calls[index]
  const said = firstComplaint(call?.result ?? '')
  return { kind: 'failed_step', step: index + 1, what: oneLine(`${callText(call)}${said && `: ${said}`}`) }
}

const callText = (call: TranscriptCall | undefined): string => (call ? `${call.tool} ${call.subject}` : '')

/** The same tool on the same thing, or for a command one that begins with the same words. */
const isMadeGood = (call: TranscriptCall, later: readonly TranscriptCall[]): boolean =>
  later.some(other => !other.failed && other.tool === call.tool && headOf(other) === headOf(call))

const headOf = ({ kind, subject }: TranscriptCall): string =>
  kind === 'run' ? subject.trim().split(/\s+/, 2).join(' ') : subject

const checkFailure = (checks: readonly CheckOutcome[]): Failure => {
  const failed = checks.find(check => !check.passed)
  if (!failed) return { kind: 'check', what: '' }
  const said = firstComplaint(failed.output)
  return { kind: 'check', what: oneLine(`${failed.name}${said && `: ${said}`}`) }
}

const COMPLAINT =
  /error|fail|expected|assert|exception|traceback|not ok|denied|no such|cannot|can't|undefined/i

/** The first line that complains; else the last one that says anything. */
const firstComplaint = (output: string): string => {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return (lines.find(line => COMPLAINT.test(line)) ?? lines.at(-1) ?? '').trim()
}
