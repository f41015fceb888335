import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { contextText } from '../protocol/messages/engine/context.ts'
import { notice } from '../protocol/messages/notice.ts'
import { ModelError } from '../protocol/model.ts'
import type { Stage, StageEnv, StageResult } from '../protocol/stage.ts'
import type { TurnDeps, TurnState } from './turn.ts'

/** After this many failures in a row a stage that needs the model is left alone for the rest of the turn. */
const MAX_FAILURES = 3

/** Runs the stages in order, each on what the one before left; a stage that fails leaves the view as it was and says so. */
export async function* prepare(
  deps: TurnDeps,
  state: TurnState,
  signal: AbortSignal,
): AsyncGenerator<Event, { readonly view: readonly Message[]; readonly compactFailures: number }> {
  let view = state.messages
  let compactFailures = state.compactFailures
  let env: StageEnv | undefined
  for (const stage of deps.stages) {
    if (signal.aborted) break
    if (stage.cost === 'model' && compactFailures >= MAX_FAILURES) continue
    // Made anew only when the view has changed: most of the time no stage has anything to do.
    env ??= deps.stageEnv(view, { trigger: 'auto', signal, model: state.model })
    if (stage.due && !stage.due(view, env)) continue
    const result = yield* runStage(deps, stage, { view, env })
    if (result === 'failed') compactFailures += 1
    else if (result) {
      if (result.view !== view) env = undefined
      view = result.view
      compactFailures = 0
    }
  }
  return { view, compactFailures }
}

/** One stage with its entries written. `failed`: its model call did not come off; the history is untouched. */
export async function* runStage(
  deps: TurnDeps,
  stage: Stage,
  on: { readonly view: readonly Message[]; readonly env: StageEnv },
): AsyncGenerator<Event, StageResult | 'failed' | undefined> {
  if (stage.cost === 'model') yield { type: 'status', status: 'compacting' }
  const result = await tryStage(stage, on)
  if (stage.cost === 'model') yield { type: 'status', status: null }
  if (result instanceof ModelError) {
    if (result.kind !== 'aborted')
      yield notice('warning', contextText('compaction_failed', { reason: result.localized }))
    return 'failed'
  }
  for (const text of result?.notices ?? []) yield notice('warning', text)
  for (const message of result?.added ?? []) yield { type: 'entry', entry: await deps.record(message) }
  // The next request is already on its way: what else would be told before it has to be told now.
  const again = result?.added.some(isBoundary) ? ((await deps.tellAgain?.()) ?? []) : []
  for (const message of again) yield { type: 'entry', entry: await deps.record(message) }
  return result && again.length > 0 ? { ...result, view: [...result.view, ...again] } : result
}

const isBoundary = (message: Message): boolean =>
  message.type === 'system' && message.subtype === 'compact_boundary'

const tryStage = async (
  stage: Stage,
  on: { readonly view: readonly Message[]; readonly env: StageEnv },
): Promise<StageResult | ModelError | undefined> => {
  try {
    return await stage.run(on.view, on.env)
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
}
