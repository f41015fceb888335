import { type Message, plainText } from '../../protocol/message.ts'
import { contextText } from '../../protocol/messages/engine/context.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { ModelError } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { StageEnv, StageResult } from '../../protocol/stage.ts'
import { copyOpening, isInVain, type Replacement, replaceHistory, startedResult } from './boundary.ts'
import { chosenWindow, FULL_COMPACT } from './compact-due.ts'
import type { CompactPorts } from './compact-ports.ts'
import { isEdit } from './project.ts'
import { cutBefore } from './safe-cuts.ts'
import { summarizeShrinking } from './summarize-shrinking.ts'
import { extractSummary, summaryInstruction } from './summary-instruction.ts'
import { sumTokens } from './tokens.ts'

const MAX_RESTORED_TOKENS = 50_000
const RESTORED_SHARE = 0.25
const QUOTED_CHARS = 200
/** What takes less of the window than this does not fill it, whatever it was before. */
const SMALL_SHARE = 0.05

/** Replaces the history, or the part that was asked for, by the model's own summary of it. */
export const runFullCompact = async (
  ports: CompactPorts,
  view: readonly Message[],
  env: StageEnv,
): Promise<StageResult | undefined> => {
  const preview = env.request?.preview === true
  const hooks = preview ? undefined : await ports.before?.(env, view)
  if (hooks?.blocked !== undefined) return refuse(view, env, hooks.blocked)
  const focus = [env.request?.instructions, ...(hooks?.instructions ?? [])].filter(Boolean).join('\n')
  const split = splitView(view, env.request?.part)
  const instruction = summaryInstruction({ focus, from: split.from }, env.language)
  const summary = extractSummary(await summarizeShrinking(split.asked, instruction, env))
  if (summary === '') throw new ModelError('unknown', verbatim('the summary was empty'))
  const budget = Math.floor(Math.min(MAX_RESTORED_TOKENS, chosenWindow(env) * RESTORED_SHARE))
  const replacement: Replacement = {
    by: FULL_COMPACT,
    summary,
    ...split,
    opening: split.side === 'front' ? [] : await (ports.opening ?? copyOpening)(view, env),
    restored: preview ? [] : ((await ports.restore?.(budget, env)) ?? []),
    ...(ports.loadedTools ? { loadedTools: ports.loadedTools() } : {}),
  }
  const result = await replaceHistory(view, env, replacement)
  if (isInVain(env, result.report.after)) return { view, added: [], report: result.report }
  if (env.trigger !== 'manual') refuseGrowth(view, env, result.report.after)
  return preview ? result : await startedResult(ports, { view, env, replacement, result })
}

/** Nobody asked for it, so it is only worth its price when the next request gets smaller by it. */
const refuseGrowth = (view: readonly Message[], env: StageEnv, after: number): void => {
  const before = Math.max(env.tokens, (env.overhead ?? 0) + sumTokens(view))
  if (after < before || after < chosenWindow(env) * SMALL_SHARE) return
  const would = contextText('would_grow', {
    before: before.toLocaleString('en-US'),
    after: after.toLocaleString('en-US'),
  })
  throw new ModelError('unknown', would)
}

const refuse = (view: readonly Message[], env: StageEnv, why: Text): StageResult | undefined => {
  const text = contextText('hook_blocked', { reason: why })
  if (env.trigger === 'manual') throw new OpError(text)
  return env.trigger === 'auto' ? { view, added: [], notices: [text] } : undefined
}

type Split = Pick<Replacement, 'dropped' | 'kept' | 'side'> & {
  /** What the request is made of. */
  readonly asked: readonly Message[]
  readonly from?: string
}

const splitView = (view: readonly Message[], part: NonNullable<StageEnv['request']>['part']): Split => {
  if (!part) return { asked: view, dropped: view, kept: [], side: 'behind' }
  const at = view.findIndex(({ uuid }) => uuid === part.messageUuid)
  if (at === -1) throw new OpError(contextText('no_message', { id: part.messageUuid }))
  const cut = cutBefore(view, at)
  const before = view.slice(0, cut)
  const after = view.slice(cut)
  const dropped = part.side === 'before' ? before : after
  if (!dropped.some(message => message.type === 'user' || message.type === 'assistant'))
    throw new OpError(contextText(part.side === 'before' ? 'nothing_before' : 'nothing_after'))
  if (part.side === 'before') return { asked: before, dropped, kept: after, side: 'behind' }
  // Edits in the part that goes may concern what stays.
  const kept = [...before, ...after.filter(isEdit)]
  return { asked: view, dropped, kept, side: 'front', from: quote(after) }
}

const quote = (messages: readonly Message[]): string => {
  const first = messages.find(message => message.type === 'user' || message.type === 'assistant')
  if (first?.type !== 'user' && first?.type !== 'assistant') return ''
  return plainText(first.message.content).slice(0, QUOTED_CHARS)
}
