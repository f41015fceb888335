import type { ModelReply, ModelRequest } from '../../protocol/model.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Call } from '../spending/accounts.ts'
import { sideSource } from './side-source.ts'

/** A request the person did not ask for, to the small model; it goes on the bill. */
export type SideRequest = (
  request: Omit<ModelRequest, 'model' | 'tools'> & {
    /** Absent: the small one. */
    readonly model?: string
  },
  signal: AbortSignal,
) => Promise<ModelReply>

export const createSideRequest =
  (
    { models, runtime }: { readonly models: ModelChoice; readonly runtime: Runtime },
    book: (call: Call) => void,
  ): SideRequest =>
  async (request, signal) => {
    const started = runtime.elapsed()
    const model = request.model === undefined ? models.small : models.resolve(request.model)
    const stream = models.model.stream({ cache: false, ...request, model, tools: [] }, signal)
    let reply: ModelReply | undefined
    while (!reply) {
      const step = await stream.next()
      if (step.done) reply = step.value
    }
    book({
      model: reply.model,
      usage: reply.usage,
      durationMs: runtime.elapsed() - started,
      apiMs: reply.durationMs,
      replyId: reply.id,
      ...(reply.requestId === undefined ? {} : { requestId: reply.requestId }),
      source: sideSource(request.source),
    })
    return reply
  }
