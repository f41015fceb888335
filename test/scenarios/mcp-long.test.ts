import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTasks } from '../../src/features/tasks/lost-tasks.ts'
import { createWorld } from '../support/engine-bench.ts'
import { logOf, sampleServer, withServers } from '../support/sample-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { toolResults } from '../support/tool-results.ts'

const WAIT = { name: 'wait', description: 'Takes its time.', inputSchema: { type: 'object', properties: {} } }

const open = async (dir: string, more: { readonly backgroundMs: number; readonly off?: boolean }) => {
  const files = { go: join(dir, 'go'), log: join(dir, 'log') }
  const server = { name: 'sample', config: sampleServer({ tools: [WAIT], ...files }) }
  const world = await createWorld({
    scenario: {
      replies: [{ tool: { name: 'mcp__sample__wait', input: {} } }, { text: 'first' }, { text: 'second' }],
    },
    allow: ['mcp__sample'],
    config: config => ({
      ...withServers([server], { backgroundMs: more.backgroundMs })(config),
      ...(more.off ? { shell: { backgroundOff: true } } : {}),
    }),
  })
  const result = () => toolResults(world.model.requests)[0]?.text ?? ''
  const tasks = () => world.engine.query('tasks')
  return { world, files, result, tasks }
}

test('a call of a server that takes long goes on in the background, and its answer is told', async () => {
  await using tmp = tmpDir()
  const { world, files, result, tasks } = await open(tmp.path, { backgroundMs: 30 })
  await using _ = world
  await world.ask('go')
  expect(result()).toContain('the call goes on in the background as task m')
  const [task] = await tasks()
  expect(task).toMatchObject({ kind: 'monitor', status: 'running', description: 'MCP call sample: wait' })
  // Should the program be killed now, a resume tells of it.
  expect(openTasks(await world.engine.query('history')).map(({ id }) => id)).toEqual([task?.id])
  writeFileSync(files.go, '')
  await expect.poll(async () => (await tasks())[0]?.status).toBe('completed')
  await world.ask('and?')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('<result>at last</result>')
  expect(readFileSync(task?.outputFile ?? '', 'utf8')).toBe('at last\n')
})

test('the person moves a call of a server to the background without waiting for its time', async () => {
  await using tmp = tmpDir()
  const { world, files, result, tasks } = await open(tmp.path, { backgroundMs: 0 })
  await using _ = world
  const asked = world.ask('go')
  await expect.poll(() => logOf(files.log).some(line => line.startsWith('called'))).toBe(true)
  await world.engine.send({ type: 'move_to_background' })
  await asked
  expect(result()).toContain('The user moved the call away: it goes on in the background as task m')
  writeFileSync(files.go, '')
  await expect.poll(async () => (await tasks())[0]?.status).toBe('completed')
})

test('stopping the task cancels the call at the server', async () => {
  await using tmp = tmpDir()
  const { world, files, tasks } = await open(tmp.path, { backgroundMs: 30 })
  await using _ = world
  await world.ask('go')
  await world.engine.send({ type: 'stop_task', taskId: (await tasks())[0]?.id ?? '' })
  expect((await tasks())[0]?.status).toBe('stopped')
  await expect.poll(() => logOf(files.log)).toContain('cancelled')
})

test.each([
  ['no time limit', { backgroundMs: 0 }],
  ['background work switched off', { backgroundMs: 30, off: true }],
])('with %s the call is waited for', async (_name, more) => {
  await using tmp = tmpDir()
  const { world, files, result, tasks } = await open(tmp.path, more)
  await using _ = world
  const asked = world.ask('go')
  await expect.poll(() => logOf(files.log).some(line => line.startsWith('called'))).toBe(true)
  await new Promise(resolve => setTimeout(resolve, 60))
  writeFileSync(files.go, '')
  await asked
  expect([result(), await tasks()]).toEqual(['at last', []])
})
