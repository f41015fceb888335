import { expect, test } from 'vitest'
import type { Lookups } from '../../src/protocol/query.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'
import { toolResults } from '../support/tool-results.ts'

const SAMPLE = { name: 'sample', config: sampleServer() }
const SERVERS = withServers([SAMPLE])
const open = (more: Partial<WorldOptions> = {}) =>
  createWorld({ scenario: { replies: [{ text: 'done', repeat: true }] }, config: SERVERS, ...more })

type By = Lookups['server_call']['about']['by']
const echo = async (world: World, by: By): Promise<string> => {
  await world.ask('hello')
  const about = { tool: 'mcp__sample__echo', input: { text: 'said' }, by }
  return await world.engine.look('server_call', about).then(
    ({ content }) => JSON.stringify(content),
    (error: Error) => error.message,
  )
}

test.each(['mcp__sample', 'mcp__sample__echo', 'mcp__*', '*'])(
  'the deny rule %s holds for a call of the program that drives the session',
  async rule => {
    await using world = await open({ deny: [rule] })
    for (const by of ['program', 'checked'] as const) expect(await echo(world, by)).toContain('did not run')
    // Named by whoever started the run, to be asked in their place.
    expect(await echo(world, 'permission_prompt')).toContain('said')
  },
)

test('of a program nothing else is asked; a call it passes on is decided like one of the model', async () => {
  for (const mode of ['default', 'dontAsk'] as const) {
    await using world = await open({
      config: config => ({ ...SERVERS(config), permissions: { ...config.permissions, mode } }),
    })
    expect(await echo(world, 'program')).toContain('said')
    expect(await echo(world, 'checked')).toContain('did not run')
  }
  await using allowed = await open({ allow: ['mcp__sample__echo'] })
  expect(await echo(allowed, 'checked')).toContain('said')
})

test('hooks decide about a call that the program passes on', async () => {
  await using world = await open({
    allow: ['mcp__sample__echo'],
    config: config => ({
      ...SERVERS(config),
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'function', run: () => ({ decision: 'block', reason: 'not so' }) }] }],
      },
    }),
  })
  expect(await echo(world, 'checked')).toContain('not so')
})

test('a deny rule for a server holds for what lists its resources; others are still listed', async () => {
  const list = (input: object) => ({ tool: { name: 'ListMcpResourcesTool', input } })
  await using world = await open({
    scenario: {
      replies: [list({}), list({ server: 'sample' }), list({ server: 'other' }), { text: 'done' }],
    },
    deny: ['mcp__sample'],
    config: withServers([SAMPLE, { name: 'other', config: sampleServer() }]),
  })
  await world.ask('go')
  const [all, denied, other] = toolResults(world.model.requests)
  expect(all?.text).toContain('other sample://note')
  expect(all?.text).not.toContain('sample sample://note')
  expect(denied?.isError).toBe(true)
  expect(other?.text).toContain('other sample://note')
})
