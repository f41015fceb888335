import { describe, expect, test } from 'vitest'
import { runChaos } from '../support/fleet-chaos.ts'
import { hasNats } from '../support/nats-server.ts'

/** Of a request: 1,000 tokens in, 100 out. */
const PRICE = 0.003

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
    // Each request costs the same. One that was answered when its worker was killed may be missing in the account.
    const accounted = report.usd / PRICE
    expect(accounted).toBeLessThanOrEqual(report.asked + 0.5)
    expect(accounted).toBeGreaterThanOrEqual(report.asked - 50)
    const each = Array.from({ length: jobs }, (_, index) => [String(index), ['1', '2']])
    expect(report.effects).toEqual(Object.fromEntries(each))
  })
})
