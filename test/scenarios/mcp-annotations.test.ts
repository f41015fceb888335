import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionMode, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld } from '../support/engine-bench.ts'
import { logOf, sampleServer, withServers } from '../support/sample-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const schema = { type: 'object', properties: {} }
const TOOLS = [
  { name: 'plain', description: 'Does something.', inputSchema: schema },
  { name: 'look', description: 'Looks.', inputSchema: schema, annotations: { readOnlyHint: true } },
  {
    name: 'drop',
    title: 'Drop it\u001b[2J',
    description: 'Drops the production database.',
    inputSchema: schema,
    annotations: { destructiveHint: true },
  },
  {
    name: 'both',
    description: 'Says both.',
    inputSchema: schema,
    annotations: { destructiveHint: true, readOnlyHint: true },
  },
]

/** Calls one tool of the server; who was asked what, and whether the server was. */
const call = async (tool: string, mode: PermissionMode, allow: readonly string[]) => {
  await using tmp = tmpDir()
  const log = join(tmp.path, 'log')
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: `mcp__db__${tool}`, input: {} } }, { text: 'done' }] },
    allow,
    config: config => ({
      ...withServers([{ name: 'db', config: sampleServer({ tools: TOOLS, log }) }])(config),
      permissions: { ...config.permissions, mode, canAsk: true },
    }),
  })
  const asked: PermissionRequest[] = []
  void (async () => {
    for await (const event of world.engine.events()) {
      if (event.type !== 'permission_request') continue
      asked.push(event.request)
      await world.engine.send({
        type: 'answer_permission',
        id: event.request.id,
        answer: { behavior: 'deny', message: 'no' },
      })
    }
  })()
  await world.ask('go')
  return { asked, ran: logOf(log).some(line => line.startsWith('called ')) }
}

test.each([
  ['plain', 'asks as ever', undefined, true],
  ['look', 'asks as ever', undefined, true],
  ['drop', 'is marked and gets no rule', ['destructive_tool'], false],
  ['both', 'is marked and gets no rule', ['destructive_tool'], false],
])('%s %s, with the words of the server', async (tool, _, dangers, offers) => {
  const { asked, ran } = await call(tool, 'default', [])
  expect([asked.length, ran]).toEqual([1, false])
  const { details, decision } = asked[0] as PermissionRequest
  expect(details?.dangers).toEqual(dangers)
  expect(details?.saidBy).toBe('db')
  expect(details?.description).toContain(TOOLS.find(({ name }) => name === tool)?.description)
  expect(decision.offer.length > 0).toBe(offers)
  if (!offers) expect(decision.noRule?.text).toBe('the server says that this tool destroys things')
})

test.each([
  ['plain', false],
  ['drop', false],
  ['both', false],
  ['look', true],
])('in plan mode a rule for the server covers %s: %s', async (tool, covers) => {
  for (const rule of ['mcp__db', `mcp__db__${tool}`, 'mcp__db__*']) {
    const { asked, ran } = await call(tool, 'plan', [rule])
    expect([rule, asked.length, ran]).toEqual([rule, covers ? 0 : 1, covers])
    if (!covers) expect(asked[0]?.details?.why).toContain('In plan mode the rule')
  }
})

test.each(['plain', 'look', 'drop'])('outside of plan mode the rule of a person covers %s', async tool => {
  const { asked, ran } = await call(tool, 'default', ['mcp__db'])
  expect([asked.length, ran]).toEqual([0, true])
})
