import { describe, expect, test } from 'vitest'
import { runChaos } from '../support/fleet-chaos.ts'
import { hasNats } from '../support/nats-server.ts'

/** A few of what test/long/fleet.test.ts has many of. */
describe.skipIf(!hasNats())('a fleet of programs', () => {
  test('does every job once while a worker and the server are killed and a link is cut', async () => {
    const jobs = 4
    const report = await runChaos({
      seed: 11,
      servers: 1,
      workers: 2,
      jobs,
      kills: 1,
      serverKills: 1,
      cuts: 1,
    })
    const { states, doubled, wrongPatches, effects } = report
    const each = Array.from({ length: jobs }, (_, index) => [String(index), ['1', '2']])
    expect({ states, doubled, wrongPatches, effects }).toEqual({
      states: { done: jobs },
      doubled: [],
      wrongPatches: [],
      effects: Object.fromEntries(each),
    })
  })
})
