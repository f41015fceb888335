import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server of the benchmark in a process of its own, which tells what happens there. */
export interface ServerProcess<Notice extends { readonly type: string }> extends AsyncDisposable {
  send(order: Serializable): void
  /** The next notice of this kind; fails when the process ends before. */
  notice<T extends Notice['type']>(type: T): Promise<Extract<Notice, { readonly type: T }>>
}

/** @param file the module that serves */
export const startServer = <Notice extends { readonly type: string }>(file: URL): ServerProcess<Notice> => {
  const child = fork(fileURLToPath(file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {},
    execArgv: [],
  })
  return {
    send: order => void child.send(order),
    notice: <T extends Notice['type']>(type: T) =>
      new Promise<Extract<Notice, { readonly type: T }>>((resolve, reject) => {
        const settle = (): void => {
          child.off('message', onMessage)
          child.off('exit', onExit)
        }
        const onMessage = (message: unknown): void => {
          if ((message as Notice).type !== type) return
          settle()
          resolve(message as Extract<Notice, { readonly type: T }>)
        }
        const onExit = (code: number | null): void => {
          settle()
          reject(new Error(`a server of the benchmark ended with ${code}`))
        }
        child.on('message', onMessage)
        child.on('exit', onExit)
      }),
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
