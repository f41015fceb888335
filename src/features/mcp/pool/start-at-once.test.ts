import { expect, test, vi } from 'vitest'
import type { PoolDeps, StartAtOnce } from './pool-deps.ts'
import { ServerPool } from './server-pool.ts'
import type { WantedServer } from './wanted-server.ts'

/** Servers of a program that drives the session: it says when each of them answers. */
const begin = async (count: number, startAtOnce?: StartAtOnce) => {
  const waiting: { readonly name: string; readonly fail: (error: Error) => void }[] = []
  const deps: PoolDeps = {
    env: {},
    version: '0',
    limits: { connectMs: 60_000, callMs: 60_000, ...(startAtOnce ? { startAtOnce } : {}) },
    cwd: () => '/',
    roots: () => [],
    now: () => 0,
    host: {
      sdkServer: name => new Promise<never>((_, fail) => void waiting.push({ name, fail })),
    },
    onChanged: () => undefined,
    onToolsChanged: () => undefined,
    warn: () => undefined,
    log: () => undefined,
  }
  const pool = new ServerPool(deps)
  pool.set(
    Array.from({ length: count }, (_, at): WantedServer => {
      const name = `s${at}`
      return { name, config: { type: 'sdk', name }, source: { level: 'flag' } } as unknown as WantedServer
    }),
  )
  const started = pool.start()
  return { pool, waiting, started }
}

const LONG = { timeout: 30_000, interval: 5 }

test.each<[StartAtOnce | undefined, number]>([
  [undefined, 20],
  [{ remote: 2 }, 2],
  [{ local: 1 }, 20],
])('with %j so many servers start at a time: %i', async (startAtOnce, expected) => {
  const { pool, waiting, started } = await begin(25, startAtOnce)
  let answered = 0
  let most = 0
  while (answered < 25) {
    // As many as may be are under way before one of them answers.
    const open = Math.min(expected, 25 - answered)
    await vi.waitFor(() => expect(waiting.length - answered).toBeGreaterThanOrEqual(open), LONG)
    most = Math.max(most, waiting.length - answered)
    waiting[answered]?.fail(new Error('no'))
    answered += 1
  }
  await started
  expect(most).toBe(expected)
  expect(waiting).toHaveLength(25)
  await pool[Symbol.asyncDispose]()
})
