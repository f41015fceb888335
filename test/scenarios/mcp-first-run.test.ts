import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type WorldOptions } from '../support/engine-bench.ts'
import { logOf, sampleServer, withServers } from '../support/sample-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { toolResults } from '../support/tool-results.ts'

const server = (name: string, options: object = {}) => ({ name, config: sampleServer(options) })

test('a prompt of a server that is not up yet is waited for, also as the first words', async () => {
  await using tmp = tmpDir()
  const log = join(tmp.path, 'log')
  await using world = await createWorld({
    scenario: { replies: [{ text: 'done' }] },
    config: withServers([server('my.server', { log }), server('other', { log: join(tmp.path, 'other') })]),
  })
  const { terminal } = await world.ask('/mcp__my_server__greet Ada')
  expect(terminal.kind).toBe('completed')
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('Greet Ada.')
  expect(logOf(log).length).toBeGreaterThan(0)
})

test('a name that no server can have is refused without starting one', async () => {
  await using tmp = tmpDir()
  const log = join(tmp.path, 'log')
  await using world = await createWorld({
    scenario: { replies: [] },
    config: withServers([server('sample', { log })]),
  })
  for (const line of ['/mcp__nobody__greet Ada', '/mcp__sampler__greet', '/kit:none'])
    await expect(world.engine.send({ type: 'submit', content: line })).rejects.toThrow('Unknown command')
  expect(logOf(log)).toEqual([])
})

test('a server that cannot be reached, or has no such prompt, leaves the name unknown', async () => {
  const config = withServers([
    server('sample'),
    { name: 'gone', config: { type: 'stdio', command: '/nowhere/at-all', args: [], env: {} } },
  ])
  await using world = await createWorld({ scenario: { replies: [] }, config })
  for (const line of ['/mcp__gone__greet', '/mcp__sample__none'])
    await expect(world.engine.send({ type: 'submit', content: line })).rejects.toThrow('Unknown command')
})

const page = (id: string) => ({
  mode: 'url',
  message: 'Sign in first',
  url: `https://pages.example/${id}`,
  elicitationId: id,
})

/** One call of a server that wants pages to be visited first. */
const callAfterPages = async (pages: object, answer: object) => {
  await using tmp = tmpDir()
  const log = join(tmp.path, 'log')
  const asked: unknown[] = []
  const hooks: WorldOptions['config'] = config => ({
    ...withServers([server('sample', { log, pages })])(config),
    hooks: {
      Elicitation: [
        {
          hooks: [
            {
              type: 'function',
              run: input => {
                asked.push(input['url'])
                return { hookSpecificOutput: { hookEventName: 'Elicitation', ...answer } }
              },
            },
          ],
        },
      ],
    },
  })
  await using world = await createWorld({
    scenario: {
      replies: [{ tool: { name: 'mcp__sample__echo', input: { text: 'said' } } }, { text: 'done' }],
    },
    allow: ['mcp__sample'],
    config: hooks,
  })
  await world.ask('go')
  const [result] = toolResults(world.model.requests)
  const calls = logOf(log).filter(line => line.startsWith('called echo')).length
  return { text: result?.text, isError: result?.isError === true, calls, asked }
}

test('a call that needs pages to be visited is made once more when they were', async () => {
  const list = [page('a'), page('b')]
  for (const completeMs of [0, 20])
    expect(await callAfterPages({ list, completeMs }, { action: 'accept' })).toEqual({
      text: 'said',
      isError: false,
      calls: 2,
      asked: ['https://pages.example/a', 'https://pages.example/b'],
    })
})

test('it is made once more only, and not when the person says no', async () => {
  const list = [page('a')]
  const again = await callAfterPages({ list, always: true }, { action: 'accept' })
  expect(again).toMatchObject({ isError: true, calls: 2 })
  for (const action of ['decline', 'cancel'])
    expect(await callAfterPages({ list }, { action })).toMatchObject({ isError: true, calls: 1 })
})
