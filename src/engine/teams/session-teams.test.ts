import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasNats, startNats } from '../../../test/support/nats-server.ts'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { TeamChoice } from './options.ts'
import { createSessionTeams, createTaskListPort } from './session-teams.ts'

const open = (choice?: Partial<TeamChoice>, home = makeDirectory()) => {
  const place = { taskListDir: join(home, 'tasks', 'the-session') } as SessionEnvironment
  const runtime = { now: () => new Date(), newId: () => crypto.randomUUID(), elapsed: () => 0 }
  const teams = choice && { backend: 'files' as const, directory: join(home, 'teams'), ...choice }
  return { home, teams: createSessionTeams({ place, runtime, ...(teams ? { teams } : {}) }) }
}
const subjects = async (list: { list(): Promise<readonly { readonly subject: string }[]> }) =>
  (await list.list()).map(task => task.subject)

test('a session that leads a team works on its list, and on its own again when the team is gone', async () => {
  const { teams } = open()
  const port = createTaskListPort(teams)
  await port.create({ subject: 'own', description: 'd' })
  teams.lead('crew')
  await port.create({ subject: 'of the team', description: 'd' })
  expect(await subjects(port)).toEqual(['of the team'])
  expect(teams.knownTasks().map(task => task.subject)).toEqual(['of the team'])
  expect(await subjects(await teams.tasks('crew'))).toEqual(['of the team'])
  teams.lead(undefined)
  expect(await subjects(port)).toEqual(['own'])
})

test('a list or team that the environment names comes before the team that is led', async () => {
  const { home, teams } = open()
  const crew = await teams.tasks('crew')
  await crew.create({ subject: 'of the team', description: 'd' })
  const member = open({ team: 'crew' }, home).teams
  member.lead('other')
  expect(await subjects(await member.tasks())).toEqual(['of the team'])
  const named = open({ list: 'named', team: 'crew' }, home).teams
  expect(await subjects(await named.tasks('crew'))).toEqual([])
})

test('a member of a team cannot take what another member has', async () => {
  const { teams } = open()
  const [ann, bob] = ['ann', 'bob'].map(name => createTaskListPort(teams, { team: 'crew', name }))
  await ann?.create({ subject: 'one', description: 'd' })
  expect((await ann?.update('1', { status: 'in_progress' }))?.after?.owner).toBe('ann')
  await expect(bob?.update('1', { status: 'in_progress' })).rejects.toThrow('already claimed by ann')
})

test('NATS without an address, or with credentials that cannot be read, is said when it is used', async () => {
  await expect(open({ backend: 'nats' }).teams.tasks()).rejects.toThrow('"teams.url" is not set')
  const lost = open({ backend: 'nats', url: 'nats://127.0.0.1:1', credentials: { path: '/nowhere/x.creds' } })
  await expect(lost.teams.tasks()).rejects.toThrow('CAPSTAN_NATS_CREDS')
})

test.runIf(hasNats())('two sessions with homes of their own share a list on a NATS server', async () => {
  await using server = await startNats()
  const nats = { backend: 'nats', url: server.url, list: 'shared' } as const
  const [one, two] = [open(nats).teams, open(nats).teams]
  await createTaskListPort(one).create({ subject: 'first', description: 'd' })
  expect(await subjects(createTaskListPort(two))).toEqual(['first'])
  expect(two.knownTasks().map(task => task.subject)).toEqual(['first'])
  for (const teams of [one, two]) await teams[Symbol.asyncDispose]?.()
})
