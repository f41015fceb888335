import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundleProgram, COMPILED } from '../../../test/support/bundle-program.ts'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { ToolError } from '../../protocol/tool.ts'
import { createTaskList } from './task-list.ts'

const make = (directory = join(makeDirectory(), 'tasks', 'list')) => ({
  directory,
  list: createTaskList({ directory, newId: () => crypto.randomUUID(), now: () => Date.now(), waitMs: 50 }),
})
const two = async () => {
  const made = make()
  await made.list.create({ subject: 'one', description: 'first' })
  await made.list.create({
    subject: 'two',
    description: 'second',
    activeForm: 'doing two',
    metadata: { a: 1, b: 2 },
  })
  return made
}
const summary = async ({ list }: Pick<ReturnType<typeof make>, 'list'>) =>
  (await list.list()).map(({ id, status, blocks, blockedBy }) => ({ id, status, blocks, blockedBy }))

test('a list nobody wrote to is empty and makes no directory', async () => {
  const { list, directory } = make()
  expect(await list.list()).toEqual([])
  expect(existsSync(directory)).toBe(false)
})

test('each task is a private file named by its number', async () => {
  const { list, directory } = await two()
  expect(readdirSync(directory).sort()).toEqual(['.highwatermark', '1.json', '2.json'])
  expect(statSync(join(directory, '1.json')).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(await list.list()).toEqual([
    { id: '1', subject: 'one', description: 'first', status: 'pending', blocks: [], blockedBy: [] },
    {
      id: '2',
      subject: 'two',
      description: 'second',
      activeForm: 'doing two',
      status: 'pending',
      blocks: [],
      blockedBy: [],
      metadata: { a: 1, b: 2 },
    },
  ])
})

test('ids are never given again, not even that of the last task', async () => {
  const { list, directory } = await two()
  await list.update('2', { status: 'deleted' })
  expect((await make(directory).list.create({ subject: 'three', description: 'd' })).id).toBe('3')
  expect(existsSync(join(directory, '2.json'))).toBe(false)
})

test('a change says what is different now', async () => {
  const { list } = await two()
  const { fields, before, after } = await list.update('2', {
    subject: 'two',
    status: 'in_progress',
    owner: 'ann',
    metadata: { a: null, c: 3 },
  })
  expect(fields).toEqual(['status', 'owner', 'metadata'])
  expect(before.status).toBe('pending')
  expect(after).toMatchObject({ status: 'in_progress', owner: 'ann', metadata: { b: 2, c: 3 } })
  expect((await list.update('2', { owner: 'ann' })).fields).toEqual([])
})

test('both ends of a link are written; completing unblocks; deleting takes the links along', async () => {
  const made = await two()
  const { list } = made
  await list.create({ subject: 'three', description: 'd' })
  await list.update('1', { addBlocks: ['2'] })
  await list.update('2', { addBlocks: ['3'] })
  expect(await summary(made)).toEqual([
    { id: '1', status: 'pending', blocks: ['2'], blockedBy: [] },
    { id: '2', status: 'pending', blocks: ['3'], blockedBy: ['1'] },
    { id: '3', status: 'pending', blocks: [], blockedBy: ['2'] },
  ])
  await list.update('1', { status: 'completed' })
  expect((await summary(made))[1]).toEqual({ id: '2', status: 'pending', blocks: ['3'], blockedBy: [] })
  await list.update('2', { status: 'deleted' })
  expect(await summary(made)).toEqual([
    { id: '1', status: 'completed', blocks: [], blockedBy: [] },
    { id: '3', status: 'pending', blocks: [], blockedBy: [] },
  ])
})

test.each([
  ['an unknown task', '9', {}, 'There is no task 9. Nothing was changed. There are: 1, 2.'],
  ['a link to an unknown task', '1', { addBlocks: ['9'] }, 'There is no task 9.'],
  ['a circle', '2', { status: 'completed', addBlocks: ['1'] }, 'they would wait for each other (2 → 1 → 2)'],
  ['a link to itself', '1', { addBlockedBy: ['1'] }, 'task 1 cannot block task 1'],
] as const)('%s is refused and nothing changes', async (_, id, change, message) => {
  const made = await two()
  await made.list.update('1', { addBlocks: ['2'] })
  const before = await made.list.list()
  await expect(made.list.update(id, change)).rejects.toThrow(message)
  await expect(made.list.update(id, change)).rejects.toThrow(ToolError)
  expect(await made.list.list()).toEqual(before)
})

test('files that are no task are passed over and keep their number', async () => {
  const { list, directory } = await two()
  writeFileSync(join(directory, '1.json'), 'nonsense')
  writeFileSync(join(directory, '7.json'), '{"status":"lost"}')
  writeFileSync(join(directory, 'notes.txt'), 'x')
  expect((await list.list()).map(({ id }) => id)).toEqual(['2'])
  expect((await list.create({ subject: 's', description: 'd' })).id).toBe('8')
})

test('a change that broke off in the middle is made whole by the next one', async () => {
  const { list, directory } = await two()
  const one = JSON.parse(readFileSync(join(directory, '1.json'), 'utf8'))
  writeFileSync(join(directory, '1.json'), JSON.stringify({ ...one, blocks: ['2', '5'] }))
  expect((await list.list())[1]?.blockedBy).toEqual(['1'])
  await list.update('2', { owner: 'ann' })
  expect(JSON.parse(readFileSync(join(directory, '2.json'), 'utf8')).blockedBy).toEqual(['1'])
  expect(JSON.parse(readFileSync(join(directory, '1.json'), 'utf8')).blocks).toEqual(['2'])
})

test('a task too long to be read again is refused before anything is written', async () => {
  const { list, directory } = await two()
  const long = 'x'.repeat(600_000)
  await expect(list.create({ subject: 's', description: long })).rejects.toThrow('nothing was changed')
  await expect(list.update('1', { metadata: { long } })).rejects.toThrow('nothing was changed')
  expect(readFileSync(join(directory, '.highwatermark'), 'utf8')).toBe('2')
  expect((await list.list())[0]?.metadata).toBeUndefined()
})

test('a list that stays locked is said to be busy', async () => {
  const { list, directory } = await two()
  writeFileSync(
    join(directory, '.lock'),
    JSON.stringify({ token: 't', pid: process.pid, started: '', host: hostname() }),
  )
  await expect(list.create({ subject: 's', description: 'd' })).rejects.toThrow(
    'The task list is busy and nothing was changed',
  )
})

test('three processes hammering the same list lose nothing and share no id', async () => {
  const { list, directory } = make()
  await list.create({ subject: 'shared', description: 'd' })
  const script = await bundleProgram('hammer-tasks')
  const run = promisify(execFile)
  const owners = ['a', 'b', 'c']
  const runs = await Promise.all(
    owners.map(owner =>
      run(process.execPath, [script, directory, '6', owner], { env: { ...process.env, ...COMPILED } }),
    ),
  )
  const ids = runs.flatMap(({ stdout }) => stdout.trim().split('\n'))
  expect(ids.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, n) => n + 2))
  const [shared, ...rest] = await list.list()
  expect(rest).toHaveLength(12)
  expect(rest.every(({ blockedBy }) => blockedBy.join() === '1')).toBe(true)
  expect(shared?.blocks).toEqual(rest.map(({ id }) => id))
  expect(Object.keys(shared?.metadata ?? {})).toHaveLength(12)
  expect(readdirSync(directory).filter(name => name.startsWith('.'))).toEqual(['.highwatermark'])
})
