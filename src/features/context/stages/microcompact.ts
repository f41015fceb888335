import type { Message } from '../../../protocol/message.ts'
import type { Stage, StageEnv } from '../../../protocol/stage.ts'
import { limitsOf } from '../compact-due.ts'
import { editHistory } from '../history-edit.ts'
import { isEdit } from '../project.ts'
import { findStale, type StaleRules } from '../stale-results.ts'
import { sumTokens } from '../tokens.ts'

export interface MicrocompactOptions extends StaleRules {
  /** How long the provider keeps a prefix: after a longer pause nothing is lost by changing it. */
  readonly cacheTtlMs: number
}

/** Less than this is not worth a new prefix. */
const LEAST_FREED = 1_000
/** So many further requests must fit before the next compaction, or that alone is cheaper. */
const LEAST_REQUESTS = 5
/** Replies between two clearings: each makes the rest of the history new to the provider's cache. */
const LEAST_REPLIES = 3
/** By how many of the last replies it is judged what a request adds. */
const JUDGED_REPLIES = 10

/**
 * Takes stale results out of the view: when the cache is cold, and when it is warm only in place of a compaction. It
 * must pay for itself: never twice within a few replies, and only if several requests fit before a compaction. While there is room and the cache is warm not a byte changes; where the provider can leave results out
 * by itself, the request asks it to (see `ModelRequest.clearResults`).
 */
export const createMicrocompact = (options: MicrocompactOptions): Stage => ({
  name: 'microcompact',
  cost: 'free',
  keepsPrefix: false,
  due: (view, env) => whyNow(view, env, options) !== undefined,
  async run(view, env) {
    const why = whyNow(view, env, options)
    if (why === undefined) return undefined
    const stale = findStale(view, options)
    if (stale.results.length + stale.media.length === 0) return undefined
    const { result, freed } = editHistory(view, { kind: 'clear', ...stale, why }, env)
    return freed >= LEAST_FREED && lastsFor(view, env, freed) >= LEAST_REQUESTS ? result : undefined
  },
})

/** How many requests fit, as the last ones grew, until the history has to be compacted after all. */
const lastsFor = (view: readonly Message[], env: StageEnv, freed: number): number => {
  if (!env.enabled) return Number.POSITIVE_INFINITY
  const room = limitsOf(env).compactAt - (env.tokens - freed)
  return room / Math.max(1, growthOf(view))
}

/** Tokens that a reply with its results added lately, on the average. */
const growthOf = (view: readonly Message[]): number => {
  const starts = replyStarts(view).slice(-JUDGED_REPLIES)
  return starts.length === 0 ? 0 : sumTokens(view.slice(starts[0])) / starts.length
}

/** Where replies begin: several records may be of one. */
const replyStarts = (view: readonly Message[]): readonly number[] => {
  const ids = new Set<string>()
  return view.flatMap((message, at) => {
    if (message.type !== 'assistant' || ids.has(message.message.id)) return []
    ids.add(message.message.id)
    return [at]
  })
}

/** Whether results were cleared only a few replies ago. */
const wasCleared = (view: readonly Message[]): boolean => {
  const last = view.findLastIndex(message => isEdit(message) && message.edit.kind === 'clear')
  return last >= 0 && replyStarts(view.slice(last)).length < LEAST_REPLIES
}

const whyNow = (
  view: readonly Message[],
  env: StageEnv,
  { cacheTtlMs }: MicrocompactOptions,
): 'cold' | 'full' | undefined => {
  if (env.trigger !== 'auto') return undefined
  const last = view.findLast(message => message.type === 'assistant')
  if (!last || wasCleared(view)) return undefined
  if (env.now().getTime() - Date.parse(last.timestamp) > cacheTtlMs) return 'cold'
  return env.enabled && env.tokens > limitsOf(env).compactAt ? 'full' : undefined
}
