import type { Route } from '../../features/models/providers/find-route.ts'
import {
  asksForLong,
  type Model,
  type ModelDelta,
  type ModelReply,
  type ModelRequest,
  withoutLong,
} from '../../protocol/model.ts'

/** Who asks for it gets a long window where the model has one. */
const LONG_BETA = 'context-1m-2025-08-07'

/** One model for all providers: the name in a request says who answers it. */
export const createRoutedModel = (
  route: (name: string) => Route,
  reach: (provider: Route['provider']) => Model | Promise<Model>,
): Model => ({
  stream(request, signal) {
    const { provider, id } = route(withoutLong(request.model))
    const model = reach(provider)
    if (asksForLong(request.model)) {
      const betas = [...(request.betas ?? []), LONG_BETA]
      return streamAs({ ...request, model: withoutLong(id), betas }, { name: request.model, model, signal })
    }
    // Nothing stands between a session and the provider it was opened with: each piece would cost a promise more.
    if (id === request.model && !(model instanceof Promise)) return model.stream(request, signal)
    return streamAs({ ...request, model: id }, { name: request.model, model, signal })
  },
})

/** Replies carry the name the request was made with: by it prices are found and thinking is known again. */
async function* streamAs(
  request: ModelRequest,
  as: { readonly name: string; readonly model: Model | Promise<Model>; readonly signal: AbortSignal },
): AsyncGenerator<ModelDelta, ModelReply> {
  const { name, signal } = as
  const stream = (await as.model).stream(request, signal)
  try {
    for (;;) {
      const next = await stream.next()
      if (next.done) return { ...next.value, model: name }
      yield next.value.type === 'start' ? { ...next.value, model: name } : next.value
    }
  } finally {
    await stream.return(undefined as never)
  }
}
