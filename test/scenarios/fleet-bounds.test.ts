import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSlot } from '../../src/cli/fleet/slot.ts'
import { readPurses } from '../../src/features/fleet/money.ts'
import { openBody } from '../../src/features/fleet/record.ts'
import type { JobResult } from '../../src/features/fleet/result.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { retryJob } from '../../src/features/fleet/tell-job.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import { openSlot } from '../support/fleet-slot.ts'
import { type FleetWorld, openFleetWorld, workOf } from '../support/fleet-world.ts'
import { hasNats, type NatsServer, startNats } from '../support/nats-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import '../support/described-tools.ts'

const LIMITS = { seconds: 60, memoryMb: 2048, diskMb: 1024 }
const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'a step' } })

describe.skipIf(!hasNats())('what a job may take', () => {
  let server: NatsServer
  let world: FleetWorld
  beforeAll(async () => {
    server = await startNats()
    world = await openFleetWorld(server.url, ['owner-a', 'worker-1'])
  })
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const submit = async (label: string, count: number, more: Parameters<typeof workOf>[0] = {}) => {
    const owner = world.open('owner-a')
    const permissions = { mode: 'acceptEdits', allow: ['Bash'], deny: [] } as const
    const works = Array.from({ length: count }, () => workOf({ permissions, ...more }))
    const jobs = await submitJobs(owner, { works, labels: [label], version: '1.0.0', leaseMs: 30_000 })
    const look = async (id = jobs[0]?.id ?? '') => {
      const log = owner.log(id)
      const view = await log.refresh()
      const opened = owner.open(log)
      if ('problem' in opened) throw new Error(opened.problem)
      return { view, result: view.result && (openBody(view.result, opened.key) as JobResult) }
    }
    return { owner, jobs, look }
  }
  const slotFor = (label: string, replies: Scenario['replies'], tmp: string) =>
    openSlot(world, 'worker-1', { model: createScriptedModel({ replies }), tmp, labels: [label] })

  test.each([
    ['time', { seconds: 1 }, {}, 'tail -f /dev/null', 'time_limit'],
    ['disk', { diskMb: 2 }, {}, 'head -c 6000000 /dev/zero > large; tail -f /dev/null', 'disk'],
    // Of job and worker the smaller one counts.
    ['disk-here', {}, { diskMb: 2 }, 'head -c 6000000 /dev/zero > large; tail -f /dev/null', 'disk'],
    [
      'memory',
      { memoryMb: 64 },
      {},
      `node -e 'const all = []; for (let n = 0; n < 200; n++) all.push(Buffer.alloc(1048576, 1)); setInterval(() => all, 1000)'`,
      'memory',
    ],
  ] as const)('%s: what goes beyond it is ended, and says why', async (label, limits, bounds, command, why) => {
    await using tmp = tmpDir()
    const { look } = await submit(label, 1, { limits: { ...LIMITS, ...limits } })
    const { deps } = slotFor(label, [{ tools: [bash(command)] }, { text: 'never' }], tmp.path)
    const own = { memoryMb: 2048, diskMb: 1024, ...bounds }
    await runSlot({ ...deps, bounds: own, once: true }, new AbortController().signal)
    expect((await look()).result).toMatchObject({ outcome: 'failed', why })
  })

  test('a worker whose money is used up takes no more jobs: another can, and its sum is exact', async () => {
    await using tmp = tmpDir()
    const { owner, jobs, look } = await submit('money', 2)
    const replies = [{ text: 'Done.', repeat: true }]
    const free = slotFor('money', replies, tmp.path)
    // The first costs more than there is: it ends, and nothing is left for the second.
    const purse = { id: 'w1', usd: 0.000_001 }
    await runSlot({ ...free.deps, purse }, AbortSignal.timeout(60_000))
    const ended = await Promise.all(jobs.map(async ({ id }) => await look(id)))
    const [first, ...others] = ended.flatMap(({ result }) => (result ? [result] : []))
    expect(others).toEqual([])
    expect(ended.map(({ view }) => view.state).sort()).toEqual([expect.stringMatching(/done|failed/), 'queued'])
    const [own] = (await readPurses(owner.money)).filter(({ key }) => key === 'worker-1.w1')
    expect(own).toMatchObject({ spent: Math.round((first?.usd ?? 0) * 1_000_000), running: 0 })
    expect(own?.spent).toBeGreaterThan(0)
    expect(await free.once()).toBe(1)
    const states = await Promise.all(jobs.map(async ({ id }) => (await look(id)).view.state))
    expect(states).toContain('done')
  })

  test('a job that somebody took out of the queue and never began is queued again by its owner', async () => {
    await using tmp = tmpDir()
    const { owner, jobs, look } = await submit('lost', 1)
    const { openQueue } = await import('../../src/features/fleet/queue.ts')
    const thief = openQueue(world.open('worker-1').connection, { owners: ['owner-a'], labels: ['lost'] })
    await (await thief.next())?.done()
    const slot = slotFor('lost', [{ text: 'Done.' }], tmp.path)
    expect(await slot.once()).toBe(0)
    expect(await retryJob(owner, jobs[0]?.id ?? '')).toBe(true)
    expect(await slot.once()).toBe(1)
    expect((await look()).view).toMatchObject({ state: 'done', attempt: 0 })
    expect(await retryJob(owner, jobs[0]?.id ?? '')).toBe(true)
    expect((await look()).view).toMatchObject({ state: 'queued', attempt: 1 })
  })
})
