import type { ModelRequest } from '../../../protocol/model.ts'
import { createBodyWriter } from '../protocols/request-body.ts'

/**
 * The first byte at which the bodies of two requests part, marks left out: they move with every request and are no
 * part of the prompt. `undefined` when the first is the beginning of the second. Writes both: for the rare break only.
 */
export const firstDifference = (before: ModelRequest, now: ModelRequest): number | undefined => {
  const [old, body] = [before, now].map(bodyOf)
  if (!old || !body) return undefined
  // The end of a body closes its list of messages; a longer one goes on there.
  const limit = Math.min(old.length - CLOSING, body.length - CLOSING)
  for (let at = 0; at < limit; at += 1) if (old[at] !== body[at]) return at
  return limit < old.length - CLOSING ? limit : undefined
}

/** `]}]}`: of the last message and of the body. */
const CLOSING = 4

/** How much may be said in the answer is no part of the prompt either. */
const bodyOf = (request: ModelRequest): Uint8Array =>
  Buffer.concat(createBodyWriter().write({ ...request, cache: false, maxTokens: 1 }))
