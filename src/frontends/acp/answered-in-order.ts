import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { field } from '../../lib/values/read-field.ts'

/**
 * The same stream for clients that open a session without waiting for the answer to `initialize`: what comes after that
 * request is read once it is answered.
 */
export const answeredInOrder = ({ readable, writable }: Stream): Stream => {
  let asked: { readonly id: unknown; readonly answered: PromiseWithResolvers<void> } | undefined
  const writer = writable.getWriter()
  return {
    readable: readable.pipeThrough(
      new TransformStream<AnyMessage, AnyMessage>({
        async transform(message, controller) {
          await asked?.answered.promise
          const id = field(message, 'id')
          if (field(message, 'method') === 'initialize' && id !== undefined)
            asked = { id, answered: Promise.withResolvers() }
          controller.enqueue(message)
        },
      }),
    ),
    writable: new WritableStream({
      async write(message) {
        await writer.write(message)
        const id = field(message, 'id')
        // A request that is none is answered without its id.
        if (field(message, 'method') === undefined && (id === null || id === asked?.id))
          asked?.answered.resolve()
      },
      close: () => writer.close(),
      abort: reason => writer.abort(reason),
    }),
  }
}
