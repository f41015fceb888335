import type { Notice, Observed, Order, Plan } from './plan.ts'
import { startServer } from './server-process.ts'

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
  const server = startServer<Notice>(new URL('./server.ts', import.meta.url))
  const { port } = await server.notice('listening')
  const order = (text: Order): void => server.send(text)
  return {
    url: `http://127.0.0.1:${port}`,
    async play(plan) {
      order({ type: 'play', plan })
      await server.notice('playing')
    },
    watch: pid => order({ type: 'watch', pid }),
    async report() {
      order({ type: 'report' })
      return (await server.notice('observed')).observed
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
