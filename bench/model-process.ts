import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Notice, Observed, Order, Plan } from './plan.ts'

/** The benchmark's model in its own process. */
export interface ModelProcess extends AsyncDisposable {
  readonly url: string
  /** Forgets the last run and takes up a new plan. */
  play(plan: Plan): Promise<void>
  /** Whose CPU time is looked at. */
  watch(pid: number): void
  report(): Promise<Observed>
}

export const startModel = async (): Promise<ModelProcess> => {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {},
    execArgv: [],
  })
  const { port } = await notice(child, 'listening')
  const order = (text: Order) => child.send(text)
  return {
    url: `http://127.0.0.1:${port}`,
    async play(plan) {
      order({ type: 'play', plan })
      await notice(child, 'playing')
    },
    watch: pid => void order({ type: 'watch', pid }),
    async report() {
      order({ type: 'report' })
      return (await notice(child, 'observed')).observed
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

const notice = <T extends Notice['type']>(
  child: ChildProcess,
  type: T,
): Promise<Extract<Notice, { readonly type: T }>> =>
  new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: unknown) => {
      if ((message as Notice).type !== type) return
      settle()
      resolve(message as Extract<Notice, { readonly type: T }>)
    }
    const onExit = (code: number | null) => {
      settle()
      reject(new Error(`the benchmark's model ended with ${code}`))
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
