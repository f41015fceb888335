import { errorText } from '../../../lib/error-text.ts'
import { ModelError } from '../../../protocol/model.ts'

/** A key with a line break in it, say, cannot be put into a header; that is the person's to mend. */
export const unsendable = (cause: unknown): ModelError =>
  new ModelError(
    'invalid_request',
    `The request cannot be sent: ${errorText(cause)}. Check the API key and the custom headers for line breaks and odd characters.`,
    { cause },
  )

export const tooSlow = (post: { readonly url: URL; readonly timeoutMs: number }): ModelError =>
  new ModelError(
    'network',
    `The model server at ${post.url.origin} did not answer within ${Math.round(post.timeoutMs / 1000)} s.`,
  )
