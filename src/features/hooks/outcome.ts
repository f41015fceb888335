import type { HookVerdict } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
import { capped, type KeepText } from './capped.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS, type HookEvent } from './events.ts'
import { type HookOutput, parseOutput, restrictionsOf } from './output.ts'
import type { CommandEnd } from './runners/command.ts'

/** What one hook said. A hook that failed said nothing: it never allows. */
interface HookOutcome {
  readonly verdict: HookVerdict
  readonly outcome: 'success' | 'error' | 'cancelled'
  /** What it printed in vain, for whoever wrote it. */
  readonly hint?: LocalizedText
}

interface HookIdentity {
  readonly event: HookEvent
  /** For messages, e.g. the command, cut. */
  readonly label: string
  /** A hook that fails, or says nothing usable, blocks. */
  readonly failClosed?: boolean
  /** One that takes too long does, too. */
  readonly timeoutBlocks?: boolean
  /** What is too long is kept there. */
  readonly keep?: KeepText
}

export const outcomeOf = (end: CommandEnd, hook: HookIdentity): HookOutcome => {
  const named = { event: hook.event, hook: hook.label }
  switch (end.ended) {
    case 'abort':
      return { verdict: { context: [], messages: [] }, outcome: 'cancelled' }
    case 'timeout':
      return hook.failClosed || hook.timeoutBlocks
        ? closed(hookText('timed_out_blocks', named), hook, 'cancelled')
        : said(hookText('timed_out', named), 'cancelled')
    case 'failed': {
      const why = hookText('not_started', { ...named, reason: capped(firstLine(end.stderr)) })
      return hook.failClosed ? closed(why, hook, 'error') : said(why, 'error')
    }
    case 'exit':
      return exitOutcome(end, hook)
  }
}

const said = (message: LocalizedText, outcome: HookOutcome['outcome']): HookOutcome => ({
  verdict: { context: [], messages: [message] },
  outcome,
})

/** It was meant to guard: without its word nothing passes. */
const closed = (
  why: LocalizedText,
  { event }: HookIdentity,
  outcome: HookOutcome['outcome'],
): HookOutcome => {
  const verdict = verdictOf(
    { stop: false, faults: [], permission: 'deny', reason: why },
    { row: HOOK_EVENTS[event] },
  )
  return { verdict: { ...verdict, messages: [why] }, outcome }
}

const exitOutcome = (end: CommandEnd, hook: HookIdentity): HookOutcome => {
  const parsed = end.cut
    ? { stop: false, faults: ['standard output is too long'] }
    : parseOutput(end.stdout, hook.event)
  const faulty = parsed !== undefined && parsed.faults.length > 0
  const output = faulty ? restrictionsOf(parsed) : parsed
  const row: HookEventRow = HOOK_EVENTS[hook.event]
  const to = { row, ...(hook.keep ? { keep: hook.keep } : {}) }
  const complaint = complaintsOf(parsed, hook)
  if (isBlock(end, row)) {
    const reason =
      output?.reason ??
      (end.stderr.trim() || hookText('gave_no_reason', { event: hook.event, hook: hook.label }))
    const verdict = verdictOf({ ...withoutRewrites(output), permission: 'deny', reason }, to)
    return { verdict: { ...verdict, messages: [...verdict.messages, ...complaint] }, outcome: 'error' }
  }
  const counted = end.code === 0 ? output : withoutAllow(output)
  const failed = end.code !== 0 && (parsed === undefined || faulty || counted !== output)
  if (failed) {
    complaint.push(failureOf(end, hook, counted === output ? 'decided' : 'allows_nothing'))
  }
  if (hook.failClosed && (failed || faulty))
    return closed(complaint.at(-1) ?? failureOf(end, hook, 'decided'), hook, 'error')
  const verdict = counted ? verdictOf(counted, to) : plainVerdict(end, hook)
  return {
    verdict: { ...verdict, messages: [...verdict.messages, ...complaint] },
    outcome: end.code === 0 && !faulty ? 'success' : 'error',
    ...hintOf(parsed, hook),
  }
}

const isBlock = ({ code }: CommandEnd, row: HookEventRow): boolean =>
  row.anyFailureBlocks ? code !== 0 : code === 2 && !row.answers

const failureOf = (
  { code, killedBy, stderr }: CommandEnd,
  { event, label }: HookIdentity,
  lost: 'decided' | 'allows_nothing',
): LocalizedText => {
  const said = capped(firstLine(stderr))
  const about = { event, hook: label, message: said === '' ? hookText('no_message') : said }
  if (code === null) {
    const killed = { ...about, signal: String(killedBy) }
    return lost === 'decided' ? hookText('killed', killed) : hookText('killed_allows_nothing', killed)
  }
  const failed = { ...about, code }
  return lost === 'decided' ? hookText('failed', failed) : hookText('failed_allows_nothing', failed)
}

const complaintsOf = (parsed: HookOutput | undefined, { event, label }: HookIdentity): LocalizedText[] => {
  const faults = parsed?.faults ?? []
  return faults.length > 0
    ? [hookText('invalid_output', { event, hook: label, faults: capped(faults.join('; ')) })]
    : []
}

const hintOf = (
  parsed: HookOutput | undefined,
  { event, label }: HookIdentity,
): Pick<HookOutcome, 'hint'> => {
  const fields = (parsed?.misplaced ?? []).map(field => `hookSpecificOutput.${field}`)
  return fields.length === 0 ? {} : { hint: hookText('no_effect', { event, hook: label, fields }) }
}

/** What was printed and is no JSON. */
const plainVerdict = ({ code, stdout }: CommandEnd, { event, keep }: HookIdentity): HookVerdict => {
  const row: HookEventRow = HOOK_EVENTS[event]
  const text = code === 0 ? stdout.trim() : ''
  const path = row.gives?.includes('worktreePath') ? text.split('\n').at(-1)?.trim() : undefined
  return {
    context: row.plainIsContext && text !== '' ? [capped(text, keep)] : [],
    messages: [],
    ...(path ? { worktreePath: path } : {}),
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
  const { updatedInput: _input, updatedOutput: _output, updatedServerOutput: _answer, ...rest } = output
  return rest
}

const verdictOf = (
  output: Omit<HookOutput, 'reason'> & { readonly reason?: Text },
  { row, keep }: { readonly row: HookEventRow; readonly keep?: KeepText },
): HookVerdict => {
  const { permission, reason } = output
  const blocked = permission === 'deny'
  const feedback =
    blocked && row.block === 'feedback'
      ? [reason === undefined ? 'A hook objected to this and gave no reason.' : inEnglish(reason)]
      : []
  const context = [...feedback, ...(output.context ? [output.context] : [])]
  const decides = row.decides && permission !== undefined
  const sequence = output.sequence === undefined ? undefined : harmlessSequence(output.sequence)
  return {
    ...(decides && { permission }),
    ...(decides &&
      reason !== undefined && { reason: typeof reason === 'string' ? capped(reason, keep) : reason }),
    ...(row.decides && !blocked && output.updatedInput && { updatedInput: output.updatedInput }),
    ...(row.rewritesOutput && output.updatedOutput && { updatedOutput: output.updatedOutput.value }),
    ...(row.rewritesOutput &&
      output.updatedServerOutput && { updatedServerOutput: output.updatedServerOutput.value }),
    ...(row.retries && output.retry && { retry: true }),
    ...(row.answers && blocked && output.interrupt && { interrupt: true }),
    ...(row.answers &&
      permission === 'allow' &&
      output.updatedPermissions && { updatedPermissions: output.updatedPermissions }),
    ...(output.stop && {
      stop: output.stopReason ? capped(output.stopReason) : hookText('stopped_turn_unexplained'),
    }),
    ...output.special,
    ...(sequence !== undefined && { sequences: [sequence] }),
    context: context.map(text => capped(text, keep)),
    messages: output.systemMessage ? [verbatim(capped(output.systemMessage))] : [],
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? ''

const ESC = '\u001b'
const BEL = '\u0007'
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'

/** Title, icon, notifications, progress: nothing that moves the cursor, reads the screen or answers for the person. */
const HARMLESS = new RegExp(`${BEL}|${ESC}\\](?:0|1|2|9|99|777);[^${CONTROLS}]*(?:${BEL}|${ESC}\\\\)`, 'g')

/** A text that may go to the terminal as it is: the bell, window titles and notifications, and nothing else. */
const harmlessSequence = (text: string): string | undefined =>
  text !== '' && text.length <= MAX_CHARS && text.replace(HARMLESS, '') === '' ? text : undefined

const MAX_CHARS = 4_000
