import { errorText } from '../../../lib/error-text.ts'
import { modelText } from '../../../protocol/messages/host/models.ts'
import { ModelError } from '../../../protocol/model.ts'
import { abortedError } from '../errors.ts'
import { SLOW_RETRIES } from '../retry-limits.ts'
import type { Post } from './open-route.ts'

/** A key with a line break in it, say, cannot be put into a header; that is the person's to mend. */
export const unsendable = (cause: unknown): ModelError =>
  new ModelError('invalid_request', modelText('unsendable', { reason: errorText(cause) }), { cause })

const tooSlow = (post: { readonly url: URL; readonly timeoutMs: number }): ModelError =>
  new ModelError(
    'network',
    modelText('no_answer_in_time', {
      where: post.url.origin,
      seconds: Math.round(post.timeoutMs / 1000),
    }),
    { host: post.url.host, maxRetries: SLOW_RETRIES },
  )

/**
 * Gives a request up when its signal says so, when nobody answers in time, or with `fail`; not any more after `settle`.
 * It is rejected before `cancel` ends it: one that waits for its connection reports its end only when it gets one.
 */
export const watchRequest = (
  post: Pick<Post, 'url' | 'signal' | 'timeoutMs'>,
  { reject, cancel }: { readonly reject: (error: Error) => void; readonly cancel: () => void },
): { readonly settle: () => void; readonly fail: (error: Error) => void } => {
  const settle = () => {
    clearTimeout(timer)
    post.signal.removeEventListener('abort', onAbort)
  }
  const fail = (error: Error) => {
    settle()
    reject(error)
    cancel()
  }
  const onAbort = () => fail(abortedError())
  const timer = setTimeout(() => fail(tooSlow(post)), post.timeoutMs)
  post.signal.addEventListener('abort', onAbort, { once: true })
  return { settle, fail }
}
