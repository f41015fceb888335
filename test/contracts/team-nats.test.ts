import { describe } from 'vitest'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { hasNats, startNats } from '../support/nats-server.ts'
import { openTeamNats } from '../support/open-team-nats.ts'
import { describeTeamBackend } from './team-backend.ts'

describe.runIf(hasNats())('with a NATS server', () => {
  describeTeamBackend('teams on a NATS server', async () => {
    const server = await startNats()
    const [ann, bob] = ['host-a', 'host-b'].map(host => openTeamNats(server.url, { ...thisProcess(), host }))
    if (!ann || !bob) throw new Error('two processes are needed')
    return {
      ann,
      bob,
      async end() {
        await ann.close()
        await bob.close()
        await server[Symbol.asyncDispose]()
      },
    }
  })
})
