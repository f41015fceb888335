import type { Model, ModelDelta, ModelReply, ModelRequest } from '../../../protocol/model.ts'
import type { Usage } from '../../../protocol/usage.ts'

/** What is told of every request; `W` stands for one that is under way. */
export interface RequestWatch<W> {
  begin(request: ModelRequest): W
  end(watched: W, usage: Usage): void
}

/**
 * The same model, every request of it watched. What an attempt that broke off was told counts too: it was paid for.
 * Not a generator around a generator: that would cost every piece of a reply several promises.
 */
export const watchModel = <W>(
  model: Model,
  watch: RequestWatch<W>,
  onUsage?: (request: ModelRequest, usage: Usage) => void,
): Model => ({
  stream(request, signal) {
    const watched = watch.begin(request)
    let usage: Usage | undefined
    const end = (): void => {
      if (!usage) return
      watch.end(watched, usage)
      onUsage?.(request, usage)
      usage = undefined
    }
    return watchStream(model.stream(request, signal), {
      onStart: began => {
        usage = began
      },
      onEnd: end,
    })
  },
  ...(model.countTokens ? { countTokens: model.countTokens.bind(model) } : {}),
})

type Replying = AsyncGenerator<ModelDelta, ModelReply>

const watchStream = (inner: Replying, to: { onStart(usage: Usage): void; onEnd(): void }): Replying => {
  const look = (step: IteratorResult<ModelDelta, ModelReply>): typeof step => {
    if (step.done) {
      // A reader that left early was given nothing.
      if (step.value) to.onStart(step.value.usage)
      to.onEnd()
    } else if (step.value.type === 'start') to.onStart(step.value.usage)
    return step
  }
  const fail = (error: unknown): never => {
    to.onEnd()
    throw error
  }
  return {
    next: () => inner.next().then(look, fail),
    return: value => inner.return(value).then(look, fail),
    throw: error => inner.throw(error).then(look, fail),
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await this.return(undefined as never)
    },
  }
}
