import type { Message } from '../../../protocol/message.ts'
import type { Stage, StageEnv } from '../../../protocol/stage.ts'
import { limitsOf } from '../compact-due.ts'
import { editHistory } from '../history-edit.ts'
import { findStale, type StaleRules } from '../stale-results.ts'

export interface MicrocompactOptions extends StaleRules {
  /** How long the provider keeps a prefix: after a longer pause nothing is lost by changing it. */
  readonly cacheTtlMs: number
}

/** Less than this is not worth a new prefix. */
const LEAST_FREED = 1_000
/** When there is no room left, clearing must bring the request so far below the threshold that it stays there for a while. */
const HEADROOM = 0.9

/**
 * Takes stale results out of the view: freely when the cache is cold, and when it is warm only in place of a
 * compaction. While there is room and the cache is warm not a byte changes; where the provider can leave results out
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
    if (freed < LEAST_FREED) return undefined
    if (why === 'full' && env.tokens - freed > limitsOf(env).compactAt * HEADROOM) return undefined
    return result
  },
})

const whyNow = (
  view: readonly Message[],
  env: StageEnv,
  { cacheTtlMs }: MicrocompactOptions,
): 'cold' | 'full' | undefined => {
  if (env.trigger !== 'auto') return undefined
  const last = view.findLast(message => message.type === 'assistant')
  if (!last) return undefined
  if (env.now().getTime() - Date.parse(last.timestamp) > cacheTtlMs) return 'cold'
  return env.enabled && env.tokens > limitsOf(env).compactAt ? 'full' : undefined
}
