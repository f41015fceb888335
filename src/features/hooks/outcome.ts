import type { HookVerdict } from '../../protocol/hook.ts'
import { capped } from './capped.ts'
import { HOOK_EVENTS, type HookEvent, type HookEventRow } from './events.ts'
import { type HookOutput, parseOutput, restrictionsOf } from './output.ts'
import type { CommandEnd } from './runners/command.ts'

/** What one hook said. A hook that failed said nothing: it never allows. */
interface HookOutcome {
  readonly verdict: HookVerdict
  readonly outcome: 'success' | 'error' | 'cancelled'
}

interface HookIdentity {
  readonly event: HookEvent
  /** For messages, e.g. the command, cut. */
  readonly label: string
}

export const outcomeOf = (end: CommandEnd, hook: HookIdentity): HookOutcome => {
  const say = (message: string): string => capped(`${hook.event} hook ${hook.label} ${message}`)
  switch (end.ended) {
    case 'abort':
      return { verdict: { context: [], messages: [] }, outcome: 'cancelled' }
    case 'timeout':
      return said(say('timed out and was ended; it decided nothing'), 'cancelled')
    case 'failed':
      return said(say(`could not be started: ${firstLine(end.stderr)}`), 'error')
    case 'exit':
      return exitOutcome(end, hook, say)
  }
}

const said = (message: string, outcome: HookOutcome['outcome']): HookOutcome => ({
  verdict: { context: [], messages: [message] },
  outcome,
})

const exitOutcome = (end: CommandEnd, hook: HookIdentity, say: (message: string) => string): HookOutcome => {
  const parsed = end.cut
    ? { stop: false, faults: ['standard output is too long'] }
    : parseOutput(end.stdout, hook.event)
  const faulty = parsed !== undefined && parsed.faults.length > 0
  const output = faulty ? restrictionsOf(parsed) : parsed
  const row: HookEventRow = HOOK_EVENTS[hook.event]
  const complaint = faulty ? [say(`printed invalid output: ${parsed.faults.join('; ')}`)] : []
  if (end.code === 2 && !row.answers) {
    const reason = output?.reason ?? (end.stderr.trim() || `${hook.event} hook ${hook.label} gave no reason`)
    const verdict = verdictOf({ ...withoutRewrites(output), permission: 'deny', reason }, row)
    return { verdict: { ...verdict, messages: [...verdict.messages, ...complaint] }, outcome: 'error' }
  }
  const counted = end.code === 0 ? output : withoutAllow(output)
  if (end.code !== 0 && (parsed === undefined || faulty || counted !== output)) {
    const how = end.code === null ? `was ended by ${end.killedBy}` : `failed with exit code ${end.code}`
    const lost = counted === output ? '' : ' and therefore allows nothing'
    complaint.push(say(`${how}${lost}: ${firstLine(end.stderr) || 'no message'}`))
  }
  const plain = row.plainIsContext && end.code === 0 && !parsed ? end.stdout.trim() : ''
  const verdict = counted
    ? verdictOf(counted, row)
    : { context: plain === '' ? [] : [capped(plain)], messages: [] }
  return {
    verdict: { ...verdict, messages: [...verdict.messages, ...complaint] },
    outcome: end.code === 0 && !faulty ? 'success' : 'error',
  }
}

const withoutAllow = (output: HookOutput | undefined): HookOutput | undefined => {
  if (output?.permission !== 'allow') return output
  const { permission: _permission, reason: _reason, ...rest } = output
  return rest
}

/** Exit 2 cannot be undone or rewritten by what was printed. */
const withoutRewrites = (output: HookOutput | undefined): HookOutput => {
  if (!output) return { stop: false, faults: [] }
  const { updatedInput: _input, updatedOutput: _output, ...rest } = output
  return rest
}

const verdictOf = (output: HookOutput, row: HookEventRow): HookVerdict => {
  const { permission, reason } = output
  const blocked = permission === 'deny'
  const feedback =
    blocked && row.block === 'feedback' ? [reason ?? 'A hook objected to this and gave no reason.'] : []
  const context = [...feedback, ...(output.context ? [output.context] : [])]
  const decides = row.decides && permission !== undefined
  return {
    ...(decides && { permission }),
    ...(decides && reason !== undefined && { reason: capped(reason) }),
    ...(row.decides && !blocked && output.updatedInput && { updatedInput: output.updatedInput }),
    ...(row.rewritesOutput && output.updatedOutput && { updatedOutput: output.updatedOutput.value }),
    ...(row.retries && output.retry && { retry: true }),
    ...(row.answers && blocked && output.interrupt && { interrupt: true }),
    ...(output.stop && { stop: capped(output.stopReason || 'A hook stopped the turn and gave no reason.') }),
    context: context.map(capped),
    messages: output.systemMessage ? [capped(output.systemMessage)] : [],
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? ''
