import { basename } from 'node:path'
import type { HookReport } from '../../protocol/event.ts'
import type { HookInput, HookSet, HookVerdict } from '../../protocol/hook.ts'
import { combineVerdicts } from './combine.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS } from './events.ts'
import type { HookEnvironment, HookRequest } from './hook-environment.ts'
import { runOne } from './run-one.ts'
import { selectHandlers } from './select.ts'

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
    ...(row.timeoutS === undefined ? {} : { timeoutS: row.timeoutS }),
    ...(row.matcherField === '' ? { unmatched: true } : {}),
  }
  const { handlers, faults } = await selectHandlers(sets, target, rule => matchesRule?.(rule, call))
  const news = [...faults].filter(([key]) => !env.said.has(key))
  for (const [key] of news) env.said.add(key)
  const messages = news.map(([, fault]) => fault)
  // Nothing is waited for between the claim and the start: calls of one reply come here together.
  const claimed = handlers.filter(chosen => env.claim?.(chosen) !== false)
  if (claimed.length === 0) return { verdict: { context: [], messages }, reports: [] }
  const stdin = JSON.stringify(input)
  const ends = await Promise.all(claimed.map(chosen => runOne(chosen, { request, env, stdin, name })))
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
