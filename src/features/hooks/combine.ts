import type { HookVerdict } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { capped } from './capped.ts'
import type { HookEventRow } from './event-row.ts'
import { strictest } from './output.ts'

/**
 * All hooks of an event as one voice, in the order of the settings. A hook that stops the turn also refuses the call
 * it was asked about; of several rewrites the last counts and the others are said to be lost.
 */
export const combineVerdicts = (verdicts: readonly HookVerdict[], row: HookEventRow): HookVerdict => {
  const stop = verdicts.find(verdict => verdict.stop !== undefined)?.stop
  const stricter = strictest(verdicts.map(verdict => verdict.permission))
  const permission = stop !== undefined && row.decides ? 'deny' : stricter
  const reasons = verdicts.flatMap(verdict =>
    permission !== undefined && verdict.permission === permission && verdict.reason ? [verdict.reason] : [],
  )
  if (permission === 'deny' && reasons.length === 0 && stop !== undefined) reasons.push(stop)
  const inputs = verdicts.filter(verdict => verdict.updatedInput !== undefined)
  const outputs = verdicts.filter(verdict => 'updatedOutput' in verdict || 'updatedServerOutput' in verdict)
  const messages = verdicts.flatMap(verdict => verdict.messages)
  if (inputs.length > 1 && permission !== 'deny') messages.push(hookText('several_inputs'))
  if (outputs.length > 1) messages.push(hookText('several_outputs'))
  const updatedInput = permission === 'deny' ? undefined : inputs.at(-1)?.updatedInput
  const output = outputs.at(-1)
  return {
    ...(permission !== undefined && { permission }),
    ...(reasons.length > 0 && { reason: joined(reasons) }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(output && 'updatedOutput' in output && { updatedOutput: output.updatedOutput }),
    ...(output && 'updatedServerOutput' in output && { updatedServerOutput: output.updatedServerOutput }),
    ...(stop !== undefined && { stop }),
    ...(verdicts.some(verdict => verdict.retry) && { retry: true }),
    ...(verdicts.some(verdict => verdict.interrupt) && { interrupt: true }),
    ...specialOf(verdicts, permission),
    context: verdicts.flatMap(verdict => verdict.context),
    messages,
  }
}

const joined = (reasons: readonly Text[]): Text => {
  const [only] = reasons
  if (reasons.length === 1 && typeof only === 'object') return only
  const words = reasons.filter(reason => typeof reason === 'string')
  return words.length === reasons.length ? capped(words.join('\n')) : lines(reasons)
}

/** Lists are put together; of single values the last counts. */
const specialOf = (
  verdicts: readonly HookVerdict[],
  permission: HookVerdict['permission'],
): Partial<HookVerdict> => {
  const last = <K extends keyof HookVerdict>(key: K): Pick<HookVerdict, K> | undefined =>
    verdicts.findLast(verdict => verdict[key] !== undefined)
  const pick = <K extends keyof HookVerdict>(key: K): Partial<HookVerdict> => {
    const found = last(key)
    return found ? { [key]: found[key] } : {}
  }
  const watchPaths = verdicts.flatMap(verdict => verdict.watchPaths ?? [])
  const sequences = verdicts.flatMap(verdict => verdict.sequences ?? [])
  const updates = verdicts.flatMap(verdict => verdict.updatedPermissions ?? [])
  return {
    ...pick('title'),
    ...pick('initialMessage'),
    ...pick('reloadSkills'),
    ...pick('suppressPrompt'),
    ...pick('display'),
    ...pick('worktreePath'),
    ...(permission === 'deny' ? {} : pick('elicitation')),
    ...(watchPaths.length > 0 && { watchPaths }),
    ...(sequences.length > 0 && { sequences }),
    ...(updates.length > 0 && permission === 'allow' && { updatedPermissions: updates }),
  }
}
