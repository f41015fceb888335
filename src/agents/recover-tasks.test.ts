import { expect, test } from 'vitest'
import { openTeamFiles } from '../../test/support/open-team-files.ts'
import { makeDirectory } from '../../test/support/tool-call.ts'
import { thisProcess } from '../lib/process/process-identity.ts'
import { PRESENCE_TTL_MS } from '../protocol/agents/team.ts'
import { recoverTasks } from './recover-tasks.ts'

const JOINED = 1_000
const LEAD = { leader: 'lead', now: () => JOINED + 1_000 }
const LATER = { ...LEAD, now: () => JOINED + PRESENCE_TTL_MS + 1 }

const open = async () => {
  const home = makeDirectory()
  const leader = openTeamFiles(home, thisProcess())
  // Nobody has that number.
  const dead = openTeamFiles(home, { ...thisProcess(), pid: 2 ** 22 + 1, started: '1' })
  const members = ['lead', 'ann', 'bob', 'cid'].map(name => ({
    agentId: `${name}@t`,
    name,
    joinedAt: JOINED,
  }))
  await leader.teams.create({ name: 't', createdAt: 1, leadAgentId: 'lead@t', members })
  const tasks = leader.tasks('t')
  for (const subject of ['one', 'two', 'three', 'four', 'five'])
    await tasks.create({ subject, description: 'd' })
  return { leader, dead, tasks }
}

test("a dead member's unfinished tasks are pending again and the leader is told which", async () => {
  const { leader, dead, tasks } = await open()
  await dead.presence('t').beat('ann')
  await leader.presence('t').beat('bob')
  await dead.tasks('t').claim('1', { owner: 'ann' })
  await leader.tasks('t').claim('2', { owner: 'bob' })
  await leader.tasks('t').claim('3', { owner: 'lead' })
  await tasks.update('4', { owner: 'ann' })
  await tasks.update('5', { owner: 'cid' })
  const recovered = await recoverTasks(leader, 't', LEAD)
  expect(recovered.map(({ owner, tasks: put }) => [owner, put.map(task => task.id)])).toEqual([
    ['ann', ['1', '4']],
  ])
  expect((await tasks.list()).map(task => [task.status, task.owner])).toEqual([
    ['pending', undefined],
    ['in_progress', 'bob'],
    ['in_progress', 'lead'],
    ['pending', undefined],
    ['pending', 'cid'],
  ])
  const [mail, ...more] = await leader.mailbox('t').receive('lead')
  expect(mail).toMatchObject({ from: 'ann', summary: 'ann is gone' })
  expect(mail?.text).toContain('1. one (was begun); 4. four')
  expect(more).toEqual([])
  expect(await recoverTasks(leader, 't', LEAD)).toEqual([])
})

test('a dead member that had begun none of its tasks loses them too; one that is starting does not', async () => {
  const { leader, dead, tasks } = await open()
  await dead.presence('t').beat('ann')
  await leader.presence('t').beat('bob')
  for (const [id, owner] of [
    ['1', 'ann'],
    ['2', 'bob'],
    ['3', 'cid'],
    ['4', 'lead'],
    ['5', 'somebody else'],
  ] as const)
    await tasks.update(id, { owner })
  const owners = async () => (await tasks.list()).map(task => task.owner)
  expect((await recoverTasks(leader, 't', LEAD)).map(({ owner }) => owner)).toEqual(['ann'])
  expect(await owners()).toEqual([undefined, 'bob', 'cid', 'lead', 'somebody else'])
  expect((await recoverTasks(leader, 't', LATER)).map(({ owner }) => owner)).toEqual(['cid'])
  expect(await owners()).toEqual([undefined, 'bob', undefined, 'lead', 'somebody else'])
  const told = (await leader.mailbox('t').receive('lead')).map(({ text }) => text)
  expect(told).toEqual([
    expect.stringMatching(/^ann is gone\. Its unfinished tasks are pending again: 1\. one\./),
    expect.stringMatching(/^cid is gone\. Its unfinished tasks are pending again: 3\. three\./),
  ])
})

test('a team that is gone has nothing to recover', async () => {
  const { leader } = await open()
  await leader.teams.remove('t')
  expect(await recoverTasks(leader, 't', LEAD)).toEqual([])
})
