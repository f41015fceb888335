import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
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
  for (const stage of deps.stages) {
    if (signal.aborted) break
    if (stage.cost === 'model' && compactFailures >= MAX_FAILURES) continue
    const env = deps.stageEnv(view, { trigger: 'auto', signal, model: state.model })
    const result = yield* runStage(deps, stage, { view, env })
    if (result === 'failed') compactFailures += 1
    else if (result) {
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
  let result: StageResult | undefined
  try {
    result = await stage.run(on.view, on.env)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (error.kind !== 'aborted')
      yield {
        type: 'notice',
        level: 'warning',
        text: `Compaction failed (${error.message}). Going on with the full history.`,
      }
    return 'failed'
  }
  for (const message of result?.added ?? []) yield { type: 'entry', entry: await deps.record(message) }
  return result
}
