import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientApp } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { connectAcp } from '../../support/acp-client.ts'
import { eventually, openWorld } from '../../support/run-program.ts'
import { SAMPLE_SERVER } from '../../support/sample-server.ts'

const schema = { type: 'object', properties: { text: { type: 'string' } } }
const ask = {
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
}
const OPTIONS = {
  tools: [
    { name: 'echo', description: 'Says it again.', inputSchema: schema, annotations: { readOnlyHint: true } },
    { name: 'ask', description: 'Asks.', inputSchema: schema, annotations: { readOnlyHint: true } },
  ],
  ask,
}

test('servers the editor names are used, what they ask becomes a form, and further folders may be read', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'mcp__extra__echo', input: { text: 'hello' } } },
      { tool: { name: 'mcp__extra__ask', input: {} } },
      { tool: { name: 'Read', id: 'toolu_r', input: { file_path: '$OTHER' } } },
      { text: 'done' },
    ],
  })
  const other = join(world.root, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'b.txt'), 'from the other folder\n')
  const serve = (app: ClientApp): ClientApp =>
    app
      .onRequest('session/request_permission', () => ({
        outcome: { outcome: 'selected', optionId: 'allow' },
      }))
      .onRequest('elicitation/create', () => ({ action: 'accept', content: { 'other-0': 'Ada' } }))
  await using editor = await connectAcp(world, { serve, capabilities: { elicitation: { form: {} } } })
  const session = await editor.open({
    additionalDirectories: [other],
    mcpServers: [
      {
        name: 'extra',
        command: process.execPath,
        args: [SAMPLE_SERVER, JSON.stringify(OPTIONS)],
        env: [],
      },
    ],
  })
  await editor.say(session, `Use them, then read @${join(other, 'b.txt')}`)
  const sent = JSON.stringify(world.server.requests.at(-1)?.body)
  expect(sent).toContain('from the other folder')
  expect(sent).toContain('Ada')
  expect(editor.told('tool_call').map(({ title }) => title)).toEqual([
    'extra: echo',
    'extra: ask',
    'Read $OTHER',
  ])
})

test('a prompt that comes while another is answered waits for its own turn', async () => {
  await using world = await openWorld({
    replies: [
      { when: { lastUserText: 'one' }, text: 'first', chunkMs: 30 },
      { when: { lastUserText: 'two' }, text: 'second' },
      { when: { lastUserText: 'three' }, text: 'third', chunkMs: 60_000 },
      { when: { lastUserText: 'five' }, text: 'fifth', chunkMs: 60_000 },
    ],
  })
  await using editor = await connectAcp(world)
  const sessionId = await editor.open()
  const ends = Promise.all([editor.say(sessionId, 'one'), editor.say(sessionId, 'two')])
  expect(await ends).toEqual(['end_turn', 'end_turn'])
  expect(editor.text()).toBe('firstsecond')
  const cut = Promise.all([editor.say(sessionId, 'three'), editor.say(sessionId, 'four')])
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await cut).toEqual(['cancelled', 'cancelled'])
  const left = editor.say(sessionId, 'five')
  await eventually(() => JSON.stringify(world.server.requests.at(-1)?.body).includes('five'))
  await editor.agent.request('session/close', { sessionId })
  expect(await left).toBe('cancelled')
})

test('a skill is a command of the editor as soon as it is there', async () => {
  await using world = await openWorld({ replies: [{ text: 'greeted' }] })
  const skill = join(world.config, 'skills/greet')
  mkdirSync(skill, { recursive: true })
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: greet\ndescription: Greets somebody.\n---\nSay hello to $ARGUMENTS.\n',
  )
  await using editor = await connectAcp(world)
  const session = await editor.open()
  const names = () =>
    editor.told('available_commands_update').flatMap(one => one.availableCommands.map(({ name }) => name))
  await editor.until(() => names().includes('greet'))
  expect(await editor.say(session, '/greet Ada')).toBe('end_turn')
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('Say hello to Ada.')
})

test('where policy forbids to sideload, servers of the editor are left out with a sentence, and the session goes on', async () => {
  await using world = await openWorld({ replies: [{ text: 'done' }] })
  const mark = join(world.root, 'started')
  const args = ['--managed-settings', '{"disableSideloadFlags":true}']
  await using editor = await connectAcp(world, { args })
  const session = await editor.open({
    mcpServers: [{ name: 'extra', command: '/bin/sh', args: ['-c', `touch ${mark}`], env: [] }],
  })
  await editor.until(() => editor.text(session).includes('disableSideloadFlags'))
  expect(await editor.say(session, 'hello')).toBe('end_turn')
  expect(existsSync(mark)).toBe(false)
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).not.toContain('mcp__extra')
})
