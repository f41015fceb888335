import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectFleet, readMember } from '../../src/cli/fleet/fleet-home.ts'
import type { Fleet } from '../../src/features/fleet/fleet.ts'
import { openQueue } from '../../src/features/fleet/queue.ts'
import { setUpFleet } from '../../src/features/fleet/setup.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import type { Nats } from '../../src/lib/nats/connection.ts'
import { workOf } from '../support/fleet-world.ts'
import { startConfigured } from '../support/nats-configured.ts'
import { hasNats, NATS_SERVER } from '../support/nats-server.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

describe.skipIf(!hasNats())('the roles of a fleet, as fleet init writes them', () => {
  let world: World
  let server: AsyncDisposable
  const opened: Fleet[] = []
  const open = (name?: string): Fleet => {
    const path = name === undefined ? {} : { path: join(world.config, 'fleet', `${name}.member.json`) }
    const member = readMember({ configHome: world.config, roles: ['owner', 'worker', 'watcher'], ...path })
    const fleet = connectFleet(member, { waitMs: 5_000 })
    opened.push(fleet)
    return fleet
  }
  beforeAll(async () => {
    world = await openWorldHere({ replies: [] })
    const { port, start } = await startConfigured()
    const args = ['fleet', 'init', '--url', `tls://127.0.0.1:${port}`]
    const made = await world.run([...args, '--workers', 'alpha,beta', '--watchers', 'eye', '--owners', 'bob'])
    expect(made.stdout).toContain('5 members')
    server = await start(join(world.config, 'fleet/server'))
  })
  afterAll(async () => {
    for (const fleet of opened) await fleet.connection.close()
    await server?.[Symbol.asyncDispose]()
    await world?.[Symbol.asyncDispose]()
  })

  /** Whether the server lets it through, by asking for an answer that an allowed one gets. */
  const isRefused = async (fleet: Fleet, act: (nats: Nats) => Promise<unknown>): Promise<boolean> =>
    await fleet.connection.run(async nats => {
      try {
        await act(nats)
        return false
      } catch (error) {
        const { name, message } = error as Error
        if (/permission|Permission|timeout|no responders/i.test(`${name} ${message}`)) return true
        throw error
      }
    })

  test('keys are for their reader alone, and the configuration is one that nats-server takes', () => {
    for (const name of ['member.json', 'alpha.member.json', 'fleet.json', 'server/server.key'])
      expect(statSync(join(world.config, 'fleet', name)).mode & 0o777).toBe(0o600)
    const { status, stderr } = spawnSync(NATS_SERVER, ['-t', '-c', 'nats-server.conf'], {
      cwd: join(world.config, 'fleet/server'),
      encoding: 'utf8',
    })
    expect(stderr).toContain('valid')
    expect(status).toBe(0)
  })

  test('owner, worker and watcher can do what they are for', async () => {
    const owner = open()
    const workers = ['alpha', 'beta']
    await owner.connection.run(async nats => await setUpFleet(nats, { workers, replicas: 1 }))
    const bytes = Buffer.alloc(300_000, 7)
    const key = Buffer.alloc(32, 1)
    const ref = await owner.objects.put(bytes, key)
    const wish = { works: [workOf()], labels: ['linux'], version: '1.0.0', leaseMs: 60_000 }
    const [job] = await submitJobs(owner, wish)
    const alpha = open('alpha')
    expect(await alpha.objects.get(ref, key, 1_000_000)).toEqual(bytes)
    const queue = openQueue(alpha.connection, { owners: ['owner', 'bob'], labels: ['linux'] })
    const handed = await queue.next()
    expect(handed?.job).toBe(job?.id)
    const log = alpha.log(job?.id ?? '')
    await log.refresh()
    const token = await log.say('claim', Buffer.alloc(0))
    const mine = await alpha.objects.put(bytes, key)
    await log.say('result', Buffer.alloc(0), { token, note: 'done' })
    await handed?.done()
    expect(await owner.objects.get(mine, key, 1_000_000)).toEqual(bytes)
    const eye = open('eye')
    const seen = eye.log(job?.id ?? '')
    expect((await seen.refresh()).state).toBe('done')
    // It sees that there is a job, not what it is.
    expect(eye.open(seen)).toEqual({ problem: 'not_for_us' })
    expect(await eye.index.all('')).toHaveLength(1)
  })

  test('outside of its subjects a role can do nothing', async () => {
    const owner = open()
    const [job] = await submitJobs(owner, {
      works: [workOf()],
      labels: [],
      version: '1.0.0',
      leaseMs: 60_000,
    })
    const log = `fleet.log.${job?.id}`
    const refused: Readonly<Record<string, readonly [Fleet, (nats: Nats) => Promise<unknown>]>> = {
      'a worker queues a job': [open('alpha'), ({ stream }) => stream.publish('fleet.jobs.owner.any', '{}')],
      'a worker removes a log': [open('alpha'), ({ manager }) => manager.streams.purge('FLEET_LOG')],
      'a worker deletes the queue': [open('alpha'), ({ manager }) => manager.streams.delete('FLEET_JOBS')],
      'a worker changes an object of the owner': [
        open('alpha'),
        ({ stream }) => stream.publish('$O.fleet_in.C.x', 'x'),
      ],
      'a worker changes an object of another': [
        open('alpha'),
        ({ stream }) => stream.publish('$O.fleet_out_beta.C.x', 'x'),
      ],
      'a worker speaks as another': [
        open('alpha'),
        ({ stream }) => stream.publish('$KV.fleet_workers.beta', '{}'),
      ],
      'a worker notes the state of a job in the name of another': [
        open('alpha'),
        ({ stream }) => stream.publish(`$KV.fleet_jobs.owner.${job?.id}.beta`, '{}'),
      ],
      'a worker notes it in the name of its owner': [
        open('alpha'),
        ({ stream }) => stream.publish(`$KV.fleet_jobs.owner.${job?.id}.owner`, '{}'),
      ],
      'a worker frees money that was promised to another': [
        open('alpha'),
        ({ stream }) => stream.publish(`$KV.fleet_money.owner.b.${job?.id}.beta`, '{}'),
      ],
      'a worker takes back a limit of another': [
        open('alpha'),
        ({ stream }) => stream.publish('$KV.fleet_limits.beta.default', '0'),
      ],
      'a worker removes a row of another': [
        open('alpha'),
        ({ manager }) =>
          manager.streams.purge('KV_fleet_money', { filter: `$KV.fleet_money.owner.b.${job?.id}.beta` }),
      ],
      'a watcher says something': [open('eye'), ({ stream }) => stream.publish(log, 'x')],
      'a watcher takes a job': [
        open('eye'),
        ({ connection }) =>
          connection.request(
            '$JS.API.CONSUMER.MSG.NEXT.FLEET_JOBS.owner--any',
            '{"batch":1,"no_wait":true}',
            {
              timeout: 1_000,
            },
          ),
      ],
      'an owner queues for another': [
        open('bob'),
        ({ stream }) => stream.publish('fleet.jobs.owner.any', '{}'),
      ],
      'an owner spends what is not its own': [
        open('bob'),
        ({ stream }) => stream.publish('$KV.fleet_money.owner.b.j.alpha', '{}'),
      ],
    }
    for (const [what, [fleet, act]] of Object.entries(refused))
      expect([what, await isRefused(fleet, act)]).toEqual([what, true])
    // Nobody hears answers to somebody else.
    await expect(
      open('beta').connection.run(async ({ connection }) => {
        const subscription = connection.subscribe('_INBOX_alpha.>', { max: 1 })
        for await (const _ of subscription) return 'heard'
        return 'ended'
      }),
    ).rejects.toThrow(/ermission/)
    expect((await owner.log(job?.id ?? '').refresh()).ignored).toEqual([])
  })

  test('a worker that lies in the tables spoils no list: what is shown is held against the logs', async () => {
    const { confirmed, readIndex } = await import('../../src/cli/fleet/list-jobs.ts')
    const owner = open()
    const wish = { works: [workOf()], labels: [], version: '1.0.0', leaseMs: 60_000 }
    const [job] = await submitJobs(owner, wish)
    const alpha = open('alpha')
    const log = alpha.log(job?.id ?? '')
    await log.refresh()
    await log.say('claim', Buffer.alloc(0))
    const lie = { state: 'done', labels: [], at: 1, usd: 99, note: 'hacked' }
    await open('beta').index.change(`owner.${job?.id}.beta`, () => JSON.stringify(lie))
    const rows = (await readIndex(owner)).filter(({ id }) => id === job?.id)
    expect(rows).toMatchObject([{ state: 'done', worker: 'beta' }])
    const [row] = await confirmed(owner, rows)
    expect(row).toEqual({
      id: job?.id,
      owner: 'owner',
      labels: [],
      at: expect.any(Number),
      state: 'running',
      worker: 'alpha',
    })
  })

  test('a server without TLS listens to this machine alone', async () => {
    await using other = await openWorldHere({ replies: [] })
    await other.run(['fleet', 'init', '--url', 'nats://127.0.0.1:4222', '--workers', 'alpha'])
    const text = (path: string): string => readFileSync(path, 'utf8')
    expect(text(join(other.config, 'fleet/server/nats-server.conf'))).toMatch(/^host: "127.0.0.1"$/m)
    expect(text(join(world.config, 'fleet/server/nats-server.conf'))).not.toMatch(/^host:/m)
  })

  test('who has no key, or trusts another authority, does not get in', async () => {
    const member = readMember({ configHome: world.config, roles: ['owner'] })
    const { nkeys } = await import('@nats-io/transport-node')
    const seed = new TextDecoder().decode(nkeys.createUser().getSeed())
    await expect(connectFleet({ ...member, seed }, { waitMs: 1 }).index.all('')).rejects.toThrow(
      /uthorization/,
    )
    const { newAuthority } = await import('../../src/features/fleet/certificate.ts')
    const other = connectFleet({ ...member, ca: newAuthority(Date.now()).cert }, { waitMs: 1 })
    await expect(other.index.all('')).rejects.toThrow(/certificate/)
    expect(() => connectFleet({ ...member, url: 'nats://fleet.example:4222' })).toThrow(/no TLS/)
  })
})
