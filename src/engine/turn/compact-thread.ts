import { sumTokens } from '../../features/context/tokens.ts'
import type { TurnDeps } from '../../loop/turn.ts'
import type { CompactReport, CompactRequest } from '../../protocol/context.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { contextText } from '../../protocol/messages/engine/context.ts'
import { withoutStop } from '../../protocol/messages/layout.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { ModelError } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { StageEnv, StageResult } from '../../protocol/stage.ts'
import type { ThreadParts } from '../thread.ts'
import type { AssembledTurn } from './assemble-turn.ts'
import type { TurnContext } from './turn-context.ts'

interface Compacting {
  readonly context: TurnContext
  readonly record: TurnDeps['record']
  readonly view: readonly Message[]
  readonly model: string
  readonly request: CompactRequest
  emit(event: Event): Promise<void> | undefined
}

/** No summary is shorter than what was said, when that is less: it need not be asked for. */
const LEAST_TOKENS = 1_000

/** What a person asked for: the history is put together, or what that would do is said. Throws OpError with words. */
export const compactThread = async (
  thread: ThreadParts,
  at: {
    readonly request: CompactRequest
    readonly controller: AbortController
    assemble(): AssembledTurn
  },
): Promise<CompactReport> => {
  const { request, controller } = at
  const { model } = thread.live
  const { purse } = thread.session
  const refused = await purse.refused(model)
  if (refused !== undefined) throw new OpError(refused)
  await thread.prompt.prepare()
  const { options: place, context } = at.assemble()
  const { emit, deps } = place
  const view = thread.config.session.view()
  const report = await compactConversation(
    { context, record: deps.record, view, model, request, emit },
    controller.signal,
  )
  if (!request.preview) await purse.save()
  return report
}

const compactConversation = async (on: Compacting, signal: AbortSignal): Promise<CompactReport> => {
  const { context, view, model, request } = on
  if (!view.some(message => message.type === 'assistant'))
    throw new OpError(contextText(view[0]?.type === 'system' ? 'nothing_since' : 'nothing_yet'))
  const env = { ...context.stageEnv(view, { trigger: 'manual', signal, model }), request }
  if (request.onlyIfShorter && sumTokens(view.filter(({ type }) => type !== 'attachment')) < LEAST_TOKENS)
    return { before: env.tokens, after: env.tokens, by: '', summary: '', carried: [], unchanged: true }
  await on.emit({ type: 'status', status: 'compacting' })
  try {
    const { by, result } = await runStages(context, view, env)
    if (!request.preview) await write(on, result)
    const [boundary] = result.added
    return {
      before: env.tokens,
      after: result.report?.after ?? 0,
      by,
      summary: result.report?.summary ?? '',
      carried: result.report?.carried ?? [],
      ...(result.added.length === 0 ? { unchanged: true } : {}),
      ...(boundary && !request.preview ? { boundaryUuid: boundary.uuid } : {}),
    }
  } finally {
    await on.emit({ type: 'status', status: null })
  }
}

const runStages = async (
  context: TurnContext,
  view: readonly Message[],
  env: StageEnv,
): Promise<{ readonly by: string; readonly result: StageResult }> => {
  try {
    for (const stage of context.manual) {
      const result = await stage.run(view, env)
      if (result) return { by: stage.name, result }
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new OpError(contextText('not_compacted_because', { reason: withoutStop(error.localized) }))
  }
  throw new OpError(contextText('not_compacted'))
}

const write = async ({ record, emit }: Compacting, { added, notices }: StageResult): Promise<void> => {
  for (const text of notices ?? []) await emit(notice('warning', text))
  for (const message of added) await emit({ type: 'entry', entry: await record(message) })
}
