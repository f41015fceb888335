import { textTokens } from '../../features/context/tokens.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import type { Side } from '../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { isPriced } from '../live/usable-model.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'
import type { Purse } from '../spending/part.ts'

export interface BatchLabelsOptions {
  readonly config: {
    readonly models: ModelChoice
    readonly asides?: { readonly labels?: boolean }
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly runtime: Runtime
  }
  readonly side: Side
  readonly purse: Pick<Purse, 'refused' | 'affords'>
  emit(event: Event): void
}

/** One line for each finished group of tool calls, made while the next request runs. Nobody waits for it. */
export const createBatchLabels = (at: BatchLabelsOptions): Part => {
  const { config, purse, side, emit } = at
  const { models, runtime } = config
  if (!config.asides?.labels || !isPriced(models.small, models.rows)) return {}
  const controller = new AbortController()
  const { signal } = controller
  let running: Promise<void> | undefined
  let labelled: string | undefined
  const label = async (view: readonly Message[]): Promise<void> => {
    const { LABEL_SYSTEM, LABEL_TOKENS, lastBatch, readLabel } = await import(
      '../../features/asides/batch-label.ts'
    )
    const batch = lastBatch(view)
    const [first] = batch?.toolUseIds ?? []
    if (!batch || first === labelled || !purse.affords(textTokens(batch.text))) return
    labelled = first
    if ((await purse.refused(models.small)) !== undefined) return
    const system = inPromptLanguage(LABEL_SYSTEM, config.prompt.promptLanguage)
    const question = { system, prompt: batch.text, maxTokens: LABEL_TOKENS, signal }
    const text = readLabel(await side.ask({ source: 'batch-label', ...question }))
    if (text !== undefined && !signal.aborted)
      emit({ type: 'batch_label', toolUseIds: batch.toolUseIds, text })
  }
  return {
    requesting(view) {
      if (running || signal.aborted) return
      running = label(view)
        .catch((error: unknown) => runtime.log?.(`a group of calls was not named: ${String(error)}`))
        .finally(() => {
          running = undefined
        })
    },
    async [Symbol.asyncDispose]() {
      controller.abort()
      await running
    },
  }
}
