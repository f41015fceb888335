import type { ServerPool } from '../../features/language-servers/server-pool.ts'

/** The language servers of all sessions of a host; nothing is loaded before the first is wanted. */
export interface SharedServers extends AsyncDisposable {
  pool(): Promise<ServerPool>
}

export const createSharedServers = (): SharedServers => {
  let made: Promise<ServerPool> | undefined
  return {
    pool() {
      made ??= import('../../features/language-servers/server-pool.ts').then(
        ({ ServerPool: Pool }) => new Pool({ elapsed: () => performance.now() }),
      )
      return made
    },
    async [Symbol.asyncDispose]() {
      await (await made)?.[Symbol.asyncDispose]()
    },
  }
}
