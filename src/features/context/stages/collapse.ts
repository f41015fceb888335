import type { Message } from '../../../protocol/message.ts'
import type { Stage, StageEnv, StageResult, WindowLimits } from '../../../protocol/stage.ts'
import type { SpanStager } from '../collapse/span-stager.ts'
import { limitsOf } from '../compact-due.ts'
import { editHistory } from '../history-edit.ts'

/** Shares of the effective window. */
const COMMIT_AT = 0.9
const COMMIT_TO = 0.75
const STAGE_AT = 0.6

type CollapseDeps = Pick<StageEnv, 'newMessageId' | 'now' | 'language'>

/** Folds stretches that were summed up in the background, oldest first, when the window fills up. */
export const createCollapse = (stager: SpanStager): Stage => ({
  name: 'collapse',
  cost: 'free',
  keepsPrefix: false,
  due(_view, env) {
    if (env.trigger !== 'auto' || !env.enabled) return false
    return stager.hasStaged && env.tokens > limitsOf(env).effective * COMMIT_AT
  },
  async run(view, env) {
    const enough = env.tokens - limitsOf(env).effective * COMMIT_TO
    return commit(stager, { view, enough }, env)
  },
})

/** Whether it is time to sum stretches up, so that they are there when they are needed. */
export const mayStage = (tokens: number, { effective }: WindowLimits): boolean =>
  tokens > effective * STAGE_AT

/** All that is staged, whatever the size: the provider has refused the request. */
export const drainCollapses = async (
  stager: SpanStager,
  view: readonly Message[],
  deps: CollapseDeps,
): Promise<StageResult> =>
  commit(stager, { view, enough: Number.POSITIVE_INFINITY }, deps) ?? { view, added: [] }

const commit = (
  stager: SpanStager,
  on: { readonly view: readonly Message[]; readonly enough: number },
  deps: CollapseDeps,
): StageResult | undefined => {
  const spans = stager.ready(on.view)
  const added: Message[] = []
  let { view } = on
  let freed = 0
  for (const { uuids, summary } of spans) {
    if (freed >= on.enough) break
    const step = editHistory(view, { kind: 'collapse', replaced: uuids, summary }, deps)
    view = step.result.view
    freed += step.freed
    added.push(...step.result.added)
  }
  stager.committed(added.length)
  return added.length === 0 ? undefined : { view, added }
}
