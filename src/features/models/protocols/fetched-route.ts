import { connectionError } from '../errors.ts'
import { FetchedReply } from './fetched-reply.ts'
import type { Incoming } from './incoming.ts'
import type { OpenRoute, Post } from './open-route.ts'
import { unsendable, watchRequest } from './unsent.ts'

/** Sends with the runtime's own client, which keeps connections alive by itself. */
export const openFetchedRoute = (fetchIt: typeof fetch): OpenRoute => {
  const underWay = new Set<AbortController>()
  return {
    async send(post) {
      const abort = new AbortController()
      underWay.add(abort)
      try {
        const reply = await sendOne(fetchIt, post, abort)
        reply.once('close', () => underWay.delete(abort))
        return reply
      } catch (error) {
        underWay.delete(abort)
        throw error
      }
    },
    close() {
      for (const abort of underWay) abort.abort()
    },
  }
}

const sendOne = (fetchIt: typeof fetch, post: Post, abort: AbortController): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const { settle, fail } = watchRequest(post, { reject, cancel: () => abort.abort() })
    fetchIt(post.url, initOf(post, abort.signal)).then(
      response => {
        settle()
        resolve(new FetchedReply(response, () => abort.abort()))
      },
      (error: unknown) => fail(translate(error, post)),
    )
    // Handed over whole: its own thread writes it from here on.
    if (post.onSent) setImmediate(post.onSent)
  })

const initOf = (post: Post, signal: AbortSignal): RequestInit & { readonly timeout: false } => ({
  method: post.method ?? 'POST',
  // Nothing is packed for the way: a stream that is would arrive in lumps.
  headers: { 'accept-encoding': 'identity', ...post.headers },
  redirect: 'manual',
  signal,
  ...(post.method === 'GET' ? {} : { body: Buffer.concat(post.body) }),
  // A model may think for longer than the runtime would wait; who reads the answer looks after silence.
  timeout: false,
})

/** What failed has a code, here or in its cause; without one the request was never one. */
const translate = (error: unknown, { url }: Post): Error => {
  const cause = (error as { readonly cause?: unknown }).cause ?? error
  const { code } = cause as { readonly code?: unknown }
  return code === undefined ? unsendable(error) : connectionError(cause, url.origin)
}
