import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { describe, expect, test } from 'vitest'
import { recoverTasks } from '../../src/agents/recover-tasks.ts'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import type { TeamBackend } from '../../src/protocol/agents/team.ts'
import { hasNats, startNats } from '../support/nats-server.ts'
import { openTeamNats } from '../support/open-team-nats.ts'
import { startProxy } from '../support/tcp-proxy.ts'

const TEAM = {
  name: 'team',
  createdAt: 1,
  leadAgentId: 'lead@team',
  members: ['lead', 'ann', 'bob'].map(name => ({ agentId: `${name}@team`, name })),
}
const host = (name: string) => ({ ...thisProcess(), host: name })
const fill = async (backend: TeamBackend, count: number) => {
  const list = backend.tasks('team')
  for (let n = 1; n <= count; n++) await list.create({ subject: `task ${n}`, description: 'd' })
  return list
}

describe.runIf(hasNats())('when the line or the server fails', () => {
  test('a member that is cut off for too long loses its claims, is told so, and nothing is done twice', async () => {
    await using server = await startNats()
    await using proxy = await startProxy(server.port)
    const ann = openTeamNats(server.url, host('host-a'), { presenceTtlMs: 1_000 })
    const bob = openTeamNats(`nats://127.0.0.1:${proxy.port}`, host('host-b'), {
      presenceTtlMs: 1_000,
      waitMs: 300,
      requestMs: 300,
    })
    await ann.teams.create(TEAM)
    const [mine, theirs] = [await fill(ann, 3), bob.tasks('team')]
    await bob.presence('team').beat('bob')
    expect((await theirs.claim('1', { owner: 'bob' })).answer).toBe('claimed')
    proxy.cut()
    await expect(theirs.complete('1', 'bob')).rejects.toMatchObject({ kind: 'unreachable' })
    await ann.mailbox('team').send({ to: 'bob', from: 'lead', text: 'are you there?' })
    // By the server's clock, and only when the server says so.
    await expect.poll(() => ann.presence('team').list()).toEqual([])
    const recovered = await recoverTasks(ann, 'team', { leader: 'lead', now: Date.now })
    expect(recovered.map(({ owner, tasks }) => [owner, tasks.map(task => task.id)])).toEqual([['bob', ['1']]])
    expect((await ann.mailbox('team').receive('lead')).map(mail => mail.summary)).toEqual(['bob is gone'])
    await mine.claim('1', { owner: 'ann' })
    await mine.complete('1', 'ann')
    proxy.restore()
    await expect
      .poll(() => theirs.complete('1', 'bob').catch(() => undefined))
      .toEqual({ answer: 'not_yours', owner: 'ann' })
    await bob.presence('team').beat('bob')
    expect((await theirs.claimNext('bob'))?.id).toBe('2')
    expect((await bob.mailbox('team').receive('bob')).map(mail => mail.text)).toEqual(['are you there?'])
    expect((await mine.list()).map(task => [task.status, task.owner])).toEqual([
      ['completed', 'ann'],
      ['in_progress', 'bob'],
      ['pending', undefined],
    ])
    await Promise.all([ann.close(), bob.close()])
  })

  test('a member that comes back in time keeps its claims, and what it asked meanwhile is done', async () => {
    await using server = await startNats()
    await using proxy = await startProxy(server.port)
    const ann = openTeamNats(server.url, host('host-a'))
    const bob = openTeamNats(`nats://127.0.0.1:${proxy.port}`, host('host-b'))
    await ann.teams.create(TEAM)
    const [mine, theirs] = [await fill(ann, 2), bob.tasks('team')]
    await bob.presence('team').beat('bob')
    await theirs.claim('1', { owner: 'bob' })
    let woken = 0
    await bob.mailbox('team').watch('bob', () => {
      woken += 1
    })
    proxy.cut()
    const completing = theirs.complete('1', 'bob')
    const creating = theirs.create({ subject: 'new', description: 'd' })
    await ann.mailbox('team').send({ to: 'bob', from: 'lead', text: 'meanwhile' })
    expect(await recoverTasks(ann, 'team', { leader: 'lead', now: Date.now })).toEqual([])
    proxy.restore()
    expect((await completing).answer).toBe('completed')
    const { id } = await creating
    expect((await mine.list()).map(task => [task.id, task.status])).toEqual([
      ['1', 'completed'],
      ['2', 'pending'],
      [id, 'pending'],
    ])
    // What was missed while nobody was listening is made up for.
    await expect.poll(() => woken).toBeGreaterThan(0)
    expect((await bob.mailbox('team').receive('bob')).map(mail => mail.text)).toEqual(['meanwhile'])
    await Promise.all([ann.close(), bob.close()])
  })

  test('a server that is killed has lost nothing it confirmed, and those who ask meanwhile wait or are told', async () => {
    await using server = await startNats()
    const ann = openTeamNats(server.url, host('host-a'))
    const hasty = openTeamNats(server.url, host('host-b'), { waitMs: 100, requestMs: 200 })
    await ann.teams.create(TEAM)
    const list = await fill(ann, 12)
    await hasty.tasks('team').list()
    for (const id of ['1', '2', '3']) await list.claim(id, { owner: 'ann' })
    await list.complete('1', 'ann')
    await ann.mailbox('team').send({ to: 'bob', from: 'ann', text: 'before' })
    await server.kill()
    const claiming = list.claim('4', { owner: 'ann' })
    await expect(hasty.tasks('team').claim('4', { owner: 'bob' })).rejects.toThrow(
      `The team's NATS server (${server.url}) cannot be reached`,
    )
    await server.restart()
    expect((await claiming).answer).toBe('claimed')
    expect((await list.list()).map(task => task.status)).toEqual([
      'completed',
      ...['in_progress', 'in_progress', 'in_progress'],
      ...Array.from({ length: 8 }, () => 'pending'),
    ])
    expect((await ann.mailbox('team').receive('bob')).map(mail => mail.text)).toEqual(['before'])
    expect((await list.create({ subject: 'next', description: 'd' })).id).toBe('13')
    await expect
      .poll(() =>
        hasty
          .tasks('team')
          .claim('4', { owner: 'bob' })
          .catch(() => undefined),
      )
      .toEqual({ answer: 'already_claimed', owner: 'ann' })
    await Promise.all([ann.close(), hasty.close()])
  })

  test('a server that wants a token lets nobody in without it', async () => {
    await using server = await startNats(['--auth', 's3cret'])
    const stranger = openTeamNats(server.url, host('host-a'))
    await expect(stranger.teams.list()).rejects.toMatchObject({ kind: 'unreachable' })
    const known = openTeamNats(server.url, host('host-a'), { credentials: { token: 's3cret' } })
    expect(await known.teams.list()).toEqual([])
    await Promise.all([stranger.close(), known.close()])
  })

  test('what others wrote into the buckets is passed over when it makes no sense', async () => {
    await using server = await startNats()
    const ann = openTeamNats(server.url, host('host-a'))
    await ann.teams.create(TEAM)
    await fill(ann, 1)
    await ann.mailbox('team').send({ to: 'bob', from: 'ann', text: 'fine' })
    await ann.presence('team').beat('ann')
    const connection = await connect({ servers: server.url })
    const buckets = new Kvm(connection)
    const put = async (bucket: string, values: Readonly<Record<string, string>>): Promise<void> => {
      const kv = await buckets.open(bucket)
      for (const [key, text] of Object.entries(values)) await kv.put(key, text)
    }
    const own = '{"from":"eve","text":"x","id":"bob.1","timestamp":5}'
    await put('capstan-tasks-team', {
      'task.7': 'torn {',
      'task.x': '{"subject":"s","description":"d","status":"pending"}',
      links: '{"from":1}',
      mark: 'NaN',
    })
    await put('capstan-mail-team', { 'bob.a': '[]', 'bob.b': '{"from":"../x","text":"x"}', 'bob.c': own })
    await put('capstan-teams', { broken: '"x"', team2: '{"members":[{"name":"../../x","agentId":"a"},5]}' })
    await put('capstan-presence', { 'team.eve': '{"host":5}' })
    const list = ann.tasks('team')
    expect((await list.list()).map(task => task.id)).toEqual(['1'])
    expect((await list.create({ subject: 'next', description: 'd' })).id).toBe('8')
    expect((await ann.mailbox('team').receive('bob')).map(({ id, text }) => [id.length > 1, text])).toEqual([
      [true, 'fine'],
      [false, 'x'],
    ])
    expect((await ann.teams.list()).map(team => [team.name, team.members.length])).toEqual([
      ['team', 3],
      ['team2', 0],
    ])
    expect((await ann.presence('team').list()).map(each => each.name)).toEqual(['ann'])
    await connection.close()
    await ann.close()
  })
})
