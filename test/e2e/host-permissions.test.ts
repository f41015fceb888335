import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line } from '../support/run-program.ts'

const STDIO = ['--permission-prompt-tool', 'stdio']

const writeThenSay = (content = 'new\n') => ({
  replies: [
    { tool: { name: 'Write', id: 'toolu_w', input: { file_path: 'a.txt', content } } },
    { text: 'said' },
  ],
})

test('a question names the call; allow runs it', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({
    subtype: 'can_use_tool',
    tool_name: 'Write',
    tool_use_id: 'toolu_w',
    input: { file_path: join(world.project, 'a.txt'), content: 'new\n' },
    permission_suggestions: expect.any(Array),
    decision_reason: expect.any(String),
  })
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  host.reply(id, { behavior: 'allow', updatedInput: request['input'], toolUseID: 'toolu_w' })
  expect(await host.result(1)).toMatchObject({ result: 'said', permission_denials: [] })
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('new\n')
  expect((await host.finish()).code).toBe(0)
})

test('allow with another input runs the other input', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  const { id } = await host.question(1)
  host.reply(id, { behavior: 'allow', updatedInput: { file_path: 'b.txt', content: 'changed\n' } })
  await host.result(1)
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  expect(readFileSync(join(world.project, 'b.txt'), 'utf8')).toBe('changed\n')
  await host.finish()
})

test('deny tells the model why and stands in the result', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  const { id } = await host.question(1)
  host.reply(id, { behavior: 'deny', message: 'Not in this house.' })
  expect(await host.result(1)).toMatchObject({
    result: 'said',
    permission_denials: [
      { tool_name: 'Write', tool_use_id: 'toolu_w', tool_input: { file_path: 'a.txt', content: 'new\n' } },
    ],
  })
  expect(JSON.stringify(world.server.requests[1]?.body)).toContain('Not in this house.')
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  await host.finish()
})

test('deny with interrupt ends the turn', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  const { id } = await host.question(1)
  host.reply(id, { behavior: 'deny', message: 'Stop.', interrupt: true })
  expect(await host.result(1)).toMatchObject({ terminal_reason: 'aborted_tools' })
  expect(world.server.requests).toHaveLength(1)
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  host.ask('go on')
  expect(await host.result(2)).toMatchObject({ result: 'said' })
  await host.finish()
})

test.each([
  ['an error answer', { subtype: 'error', error: 'callback threw' }],
  ['an answer without a behaviour', { subtype: 'success', response: { yes: true } }],
  ['an empty answer', { subtype: 'success' }],
])('%s is a no', async (_, response) => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  const { id } = await host.question(1)
  host.program.say({ type: 'control_response', response: { ...response, request_id: id } })
  expect(await host.result(1)).toMatchObject({ permission_denials: [{ tool_name: 'Write' }] })
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  expect((await host.finish()).code).toBe(0)
})

test('an interrupt withdraws the open question; the late answer means nothing', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  const { id, request } = await host.question(1)
  await host.control('stop', { subtype: 'interrupt' })
  await host.result(1)
  expect(host.program.lines).toContainEqual({ type: 'control_cancel_request', request_id: id })
  host.reply(id, { behavior: 'allow', updatedInput: request['input'] })
  host.ask('go on')
  expect(await host.result(2)).toMatchObject({ result: 'said' })
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  await host.finish()
})

test('a host that leaves with a question open has said no', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO)
  host.ask('write it')
  await host.question(1)
  const ended = await host.finish()
  expect(ended.code).toBe(0)
  expect(host.results()).toMatchObject([{ permission_denials: [{ tool_name: 'Write' }] }])
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
})

test('a rule granted with the answer spares the next question, for this session only', async () => {
  const call = (name: string) => ({ tool: { name: 'Bash', input: { command: `touch ${name}` } } })
  await using world = await openWorldHere({
    replies: [call('one'), call('two'), { text: 'done', repeat: true }],
  })
  const host = hostSession(world, STDIO)
  host.ask('touch')
  const { id, request } = await host.question(1)
  const rules = [{ toolName: 'Bash', ruleContent: 'touch *' }]
  host.reply(id, {
    behavior: 'allow',
    updatedInput: request['input'],
    updatedPermissions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }],
  })
  expect(await host.result(1)).toMatchObject({ result: 'done', permission_denials: [] })
  const questions = host.program.lines.filter((line: Line) => line.type === 'control_request')
  expect(questions).toHaveLength(1)
  expect(existsSync(join(world.project, 'two'))).toBe(true)
  await host.finish()
  expect(existsSync(join(world.project, '.capstan'))).toBe(false)
  expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
})

test('an answer cannot switch to bypassPermissions in a run that was not started for it', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, STDIO, { IS_SANDBOX: '1' })
  host.ask('write it')
  const { id, request } = await host.question(1)
  host.reply(id, {
    behavior: 'allow',
    updatedInput: request['input'],
    updatedPermissions: [{ type: 'setMode', mode: 'bypassPermissions', destination: 'session' }],
  })
  expect(await host.result(1)).toMatchObject({ permission_denials: [{ tool_name: 'Write' }] })
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  await host.finish()
})

test('a deny rule is never asked about', async () => {
  await using world = await openWorldHere(writeThenSay())
  const host = hostSession(world, [...STDIO, '--disallowedTools', 'Edit(a.txt)'])
  host.ask('write it')
  expect(await host.result(1)).toMatchObject({ permission_denials: [{ tool_name: 'Write' }] })
  expect(host.program.lines.some(line => line.type === 'control_request')).toBe(false)
  await host.finish()
})
