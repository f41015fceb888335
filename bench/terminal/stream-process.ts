import { startServer } from '../server-process.ts'

export type StreamPlan = {
  readonly tokens: readonly string[]
  /** 0: all at once. */
  readonly perSecond: number
  /** The next request is answered with calls that start so many agents; each of them then streams. */
  readonly agents?: number
}

/** Times as clock() tells them. */
export type StreamNotice =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'planned' }
  | { readonly type: 'began' | 'ended'; readonly at: number }
  /** The program closed the connection before the end. */
  | { readonly type: 'closed'; readonly at: number }

/** A model that streams text, in its own process. */
export interface StreamProcess extends AsyncDisposable {
  readonly url: string
  play(plan: StreamPlan): Promise<void>
  /** The time of the next notice of this kind. Ask before it can happen. */
  next(type: 'began' | 'ended' | 'closed'): Promise<number>
}

export const startStream = async (): Promise<StreamProcess> => {
  const server = startServer<StreamNotice>(new URL('./stream-server.ts', import.meta.url))
  const { port } = await server.notice('listening')
  return {
    url: `http://127.0.0.1:${port}`,
    async play(plan) {
      const planned = server.notice('planned')
      server.send(plan)
      await planned
    },
    next: async type => (await server.notice(type)).at,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
