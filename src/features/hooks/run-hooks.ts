import { basename } from 'node:path'
import type { HookReport } from '../../protocol/event.ts'
import type { HookInput, HookSet, HookVerdict } from '../../protocol/hook.ts'
import { combineVerdicts } from './combine.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS, type HookEvent } from './events.ts'
import type { HookPorts, HttpHookChoice } from './ports.ts'
import { runOne } from './run-one.ts'
import { type Chosen, selectHandlers } from './select.ts'

export interface HookRequest {
  readonly event: HookEvent
  /** Matchers are compared with the field of this that the event's row names. */
  readonly input: HookInput
  readonly signal: AbortSignal
}

export interface HookEnvironment {
  readonly projectDir: string
  /** What hook processes get as environment, credentials already removed. */
  readonly variables: Readonly<Record<string, string>>
  newId(): string
  /** Monotonic milliseconds; absent: nobody wants to know how long it took. */
  elapsed?(): number
  /** Keys of faults already told in this session; added to here, owned by the caller. */
  readonly said: Set<string>
  readonly ports?: HookPorts
  readonly http?: HttpHookChoice
  /** Hears of each hook as it starts and ends. */
  onReport?(report: HookReport, chosen: Chosen): void
  /** Hears of a hook that takes long while it is waited for. */
  onSlow?(hook: { readonly event: HookEvent; readonly label: string; readonly ms: number }): void
  /** After how many milliseconds that is. */
  readonly slowMs?: number
  /** Keeps what is too long to be shown; answers where. */
  keep?(text: string): string | undefined
  /** Takes over hooks that nobody waits for; absent: they are waited for. */
  readonly background?: HookBackground
  /** What a hook may take at most, where all of an event share a budget. */
  readonly mostMs?: number
}

/** Where hooks go on that nobody waits for. */
export interface HookBackground {
  /** Ends it with the session, unless it ends before. */
  adopt(work: { readonly controller: AbortController; readonly done: Promise<void> }): void
  /** What it came to. */
  deliver(end: { readonly event: HookEvent; readonly verdict: HookVerdict; readonly wake?: string }): void
}

interface HooksEnd {
  readonly verdict: HookVerdict
  readonly reports: readonly HookReport[]
}

/**
 * Runs every hook that matches, in parallel, identical ones once. Never rejects for what a hook does; a hook that
 * fails, times out or cannot be run decides nothing, unless it is set to fail closed.
 */
export const runHooks = async (
  request: HookRequest,
  sets: readonly HookSet[],
  env: HookEnvironment,
): Promise<HooksEnd> => {
  const { event, input } = request
  const row: HookEventRow = HOOK_EVENTS[event]
  const name = nameOf(row, input)
  const { matchesRule } = env.ports ?? {}
  const call = { toolName: String(input['tool_name'] ?? ''), input: input['tool_input'] }
  const target = {
    event,
    name,
    ...(row.wordsOnly ? { wordsOnly: true } : {}),
    ...(row.matcherField === '' ? { unmatched: true } : {}),
  }
  const { handlers, faults } = await selectHandlers(sets, target, rule => matchesRule?.(rule, call))
  const news = [...faults].filter(([key]) => !env.said.has(key))
  for (const [key] of news) env.said.add(key)
  const messages = news.map(([, fault]) => fault)
  if (handlers.length === 0) return { verdict: { context: [], messages }, reports: [] }
  const stdin = JSON.stringify(input)
  const ends = await Promise.all(handlers.map(chosen => runOne(chosen, { request, env, stdin, name })))
  const verdict = combineVerdicts(
    ends.map(end => end.verdict),
    row,
  )
  return {
    verdict: { ...verdict, messages: [...messages, ...verdict.messages] },
    reports: ends.flatMap(end => end.reports),
  }
}

const nameOf = ({ matcherField, byFileName }: HookEventRow, input: HookInput): string => {
  const value = matcherField === '' ? '' : String(input[matcherField] ?? '')
  return byFileName ? basename(value) : value
}
