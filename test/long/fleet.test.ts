import { describe, expect, test } from 'vitest'
import { runChaos } from '../support/fleet-chaos.ts'
import { hasNats } from '../support/nats-server.ts'

describe.skipIf(!hasNats())('a fleet whose workers, servers and links fail', () => {
  test.each([{ seed: 20_261_119 }])('loses nothing and does nothing twice: seed $seed', async ({ seed }) => {
    const jobs = 200
    const report = await runChaos({
      seed,
      servers: 3,
      workers: 6,
      jobs,
      kills: 50,
      serverKills: 10,
      cuts: 20,
    })
    process.stdout.write(`${JSON.stringify({ ...report, effects: undefined })}\n`)
    expect(report.states).toEqual({ done: jobs })
    expect(report.doubled).toEqual([])
    expect(report.wrongPatches).toEqual([])
    const each = Array.from({ length: jobs }, (_, index) => [String(index), ['1', '2']])
    expect(report.effects).toEqual(Object.fromEntries(each))
  })
})
