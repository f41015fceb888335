import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FencedError } from '../../src/features/fleet/job-log.ts'
import { micros, readPurses, reserve, settle } from '../../src/features/fleet/money.ts'
import { logSubject } from '../../src/features/fleet/names.ts'
import { openQueue } from '../../src/features/fleet/queue.ts'
import { openBody, sealBody, writeRecord } from '../../src/features/fleet/record.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { type FleetWorld, openFleetWorld, workOf } from '../support/fleet-world.ts'
import { hasNats, type NatsServer, startNats } from '../support/nats-server.ts'

const LEASE_MS = 500
const EMPTY = Buffer.alloc(0)

describe.skipIf(!hasNats())('a fleet on a server', () => {
  let server: NatsServer
  let world: FleetWorld
  beforeAll(async () => {
    server = await startNats()
    world = await openFleetWorld(server.url, [
      'owner-a',
      'owner-b',
      'worker-1',
      'worker-2',
      'worker-stranger',
    ])
  })
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const submit = async (more: Parameters<typeof workOf>[0] = {}, labels: readonly string[] = []) => {
    const owner = world.open('owner-a')
    const wish = { works: [workOf(more)], labels, version: '1.0.0', leaseMs: LEASE_MS }
    const [job] = await submitJobs(owner, wish)
    return { owner, id: job?.id ?? '' }
  }

  const take = async (name: string, id: string) => {
    const fleet = world.open(name)
    const log = fleet.log(id)
    await log.refresh()
    return { fleet, log, claim: () => log.say('claim', EMPTY) }
  }

  test('what an owner submits is what a worker opens, and nobody else', async () => {
    const { id } = await submit({ title: 'the first' })
    const { fleet, log } = await take('worker-1', id)
    expect(fleet.open(log)).toMatchObject({ work: workOf({ title: 'the first' }) })
    const stranger = await take('worker-stranger', id)
    expect(stranger.fleet.open(stranger.log)).toEqual({ problem: 'not_for_us' })
  })

  test('a worker that lost its lease can say nothing any more, and the next one reads all that it said', async () => {
    const { id, owner } = await submit()
    const first = await take('worker-1', id)
    const token = await first.claim()
    const opened = first.fleet.open(first.log)
    if ('problem' in opened) throw new Error(opened.problem)
    const head = { job: id, kind: 'lines', by: 'worker-1', token, n: '' } as const
    await first.log.say('lines', sealBody({ text: 'one' }, opened.key, head), { token })
    const second = await take('worker-2', id)
    // Too early: the claim is kept and means nothing.
    await second.claim()
    expect((await second.log.refresh()).holder).toMatchObject({ by: 'worker-1', token })
    const theirs = await vi.waitFor(
      async () => {
        const other = await take('worker-2', id)
        await other.claim()
        const view = await (await take('worker-2', id)).log.refresh()
        expect(view.holder?.by).toBe('worker-2')
        return view
      },
      { timeout: 30_000, interval: 100 },
    )
    expect(theirs.lost).toEqual(['worker-1'])
    await expect(first.log.say('lines', EMPTY, { token })).rejects.toThrow(FencedError)
    await expect(first.log.say('result', EMPTY, { token, note: 'done' })).rejects.toThrow(FencedError)
    const read = owner.log(id)
    await read.refresh()
    const lines = read.view.records.filter(({ head }) => head.kind === 'lines')
    expect(lines.map(each => openBody(each, opened.key))).toEqual([{ text: 'one' }])
    expect(read.view.state).toBe('running')
  })

  test('what strangers say, what is said again and what a worker says without the job is ignored, and named', async () => {
    const { id, owner } = await submit()
    const stranger = await take('worker-stranger', id)
    await stranger.claim()
    const first = await take('worker-1', id)
    const token = await first.claim()
    const subject = logSubject(id)
    const replayed = await owner.connection.run(nats =>
      nats.manager.streams.getMessage('FLEET_LOG', { last_by_subj: subject }),
    )
    await owner.connection.run(nats => nats.stream.publish(subject, replayed?.data ?? EMPTY))
    await owner.connection.run(nats => nats.stream.publish(subject, 'rubbish'))
    const liar = await take('worker-2', id)
    const asIf = { job: id, kind: 'result', by: 'worker-2', token, n: 'x' } as const
    const lie = writeRecord({ ...asIf, note: 'done' }, EMPTY, liar.fleet.ring)
    await owner.connection.run(nats => nats.stream.publish(subject, lie))
    // In the name of the other, without its key.
    const forged = writeRecord({ ...asIf, by: 'worker-1', note: 'done' }, EMPTY, liar.fleet.ring)
    await owner.connection.run(nats => nats.stream.publish(subject, forged))
    const foreign = await (async () => {
      const log = world.open('owner-b').log(id)
      await log.refresh()
      await log.say('stop', EMPTY)
      return log
    })()
    const view = await foreign.refresh()
    expect(view.state).toBe('running')
    expect(view.holder).toMatchObject({ by: 'worker-1', token })
    const reread = owner.log(id)
    expect((await reread.refresh()).ignored.map(({ by, why }) => [by, why])).toEqual([
      ['worker-stranger', 'forged'],
      ['worker-1', 'replayed'],
      ['worker-2', 'not_holder'],
      ['worker-1', 'forged'],
      ['owner-b', 'not_allowed'],
    ])
    // None of it keeps the holder from its work.
    await first.log.say('result', EMPTY, { token, note: 'done' })
    expect((await reread.refresh()).state).toBe('done')
  })

  test('a submission that is sent again is refused by what is there already', async () => {
    const { id, owner } = await submit()
    const read = owner.log(id)
    const { order } = await read.refresh()
    const log = world.open('owner-a').log(id)
    await log.refresh()
    await log.say('job', order?.body ?? EMPTY)
    expect((await owner.log(id).refresh()).ignored).toMatchObject([{ why: 'not_allowed' }])
  })

  test('the owners take turns, labels decide, and an answered job is not handed out again', async () => {
    const a = world.open('owner-a')
    const b = world.open('owner-b')
    const common = { version: '1.0.0', leaseMs: 60_000 }
    const gpu = { ...common, labels: ['gpu', 'linux'] }
    const first = openQueue(world.open('worker-1').connection, { owners: ['owner-a', 'owner-b'], labels: [] })
    for (let left = await first.next(); left; left = await first.next()) await left.done()
    await submitJobs(a, { ...gpu, works: [1, 2, 3].map(() => workOf()) })
    await submitJobs(b, { ...gpu, works: [workOf()] })
    const other = openQueue(world.open('worker-1').connection, {
      owners: ['owner-a', 'owner-b'],
      labels: ['gpu'],
    })
    const labels = ['linux', 'gpu', 'fast']
    const queue = openQueue(world.open('worker-2').connection, { owners: ['owner-a', 'owner-b'], labels })
    const got: string[] = []
    for (let handed = await queue.next(); handed; handed = await queue.next()) {
      await handed.done()
      got.push(handed.owner)
    }
    expect(got).toEqual(['owner-a', 'owner-b', 'owner-a', 'owner-a'])
    expect(await other.next()).toBeUndefined()
  })

  test('a budget is never passed by all who draw on it at once, and sums are exact', async () => {
    const bucket = world.open('worker-1').money
    const purse = { key: 'owner-a.spend', limit: micros(1) }
    const wanted = micros(0.07)
    const jobs = Array.from({ length: 40 }, (_, index) => `j${index}`)
    const had = async () => new Set(['worker-1'])
    const outcomes = await Promise.all(
      jobs.map(job => reserve(world.open('worker-1').money, purse, { job, worker: 'worker-1', wanted, had })),
    )
    const granted = jobs.filter((_, index) => outcomes[index]?.kind === 'yours')
    expect(granted).toHaveLength(14)
    expect(outcomes.filter(({ kind }) => kind === 'wait')).toHaveLength(26)
    await Promise.all(
      granted.flatMap(job =>
        [1, 2].map(() => settle(bucket, purse, { job, worker: 'worker-1', spent: micros(0.01) })),
      ),
    )
    const [seen] = (await readPurses(bucket)).filter(({ key }) => key === purse.key)
    expect(seen).toEqual({ ...purse, spent: micros(0.14), running: 0 })
  })

  test('what a worker says of the money of jobs it never had is nothing', async () => {
    const [mine, hostile] = [world.open('worker-1').money, world.open('worker-2').money]
    const purse = { key: 'owner-a.honest', limit: micros(1) }
    const had = async (job: string) => new Set(job === 'own' ? ['worker-2'] : ['worker-1'])
    const draw = (job: string) => reserve(mine, purse, { job, worker: 'worker-1', wanted: micros(0.4), had })
    expect(await draw('a')).toEqual({ kind: 'yours', amount: micros(0.4) })
    // All is spent; and what somebody else was promised is free again.
    await settle(hostile, purse, { job: 'b', worker: 'worker-2', spent: micros(900) })
    await settle(hostile, purse, { job: 'a', worker: 'worker-2', spent: 0 })
    expect(await draw('b')).toEqual({ kind: 'yours', amount: micros(0.4) })
    expect(await draw('c')).toEqual({ kind: 'wait' })
    // Its own job is its own to spoil.
    await settle(hostile, purse, { job: 'own', worker: 'worker-2', spent: micros(5) })
    await settle(mine, purse, { job: 'a', worker: 'worker-1', spent: 1 })
    await settle(mine, purse, { job: 'b', worker: 'worker-1', spent: 1 })
    expect(await draw('c')).toEqual({ kind: 'used_up' })
  })
})
