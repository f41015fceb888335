import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface StreamPlan {
  readonly tokens: readonly string[]
  /** 0: all at once. */
  readonly perSecond: number
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
  const child = fork(fileURLToPath(new URL('./stream-server.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {},
    execArgv: [],
  })
  const { port } = await notice(child, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    async play(plan) {
      const planned = notice(child, 'planned')
      child.send(plan)
      await planned
    },
    next: async type => (await notice(child, type)).at,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

const notice = <T extends StreamNotice['type']>(
  child: ChildProcess,
  type: T,
): Promise<Extract<StreamNotice, { readonly type: T }>> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: unknown): void => {
      if ((message as StreamNotice).type !== type) return
      settle()
      resolve(message as Extract<StreamNotice, { readonly type: T }>)
    }
    const onExit = (code: number | null): void => {
      settle()
      reject(new Error(`the model of the terminal measures ended with ${code}`))
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
