import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planName } from '../../src/engine/plan/part.ts'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line } from '../support/run-program.ts'

const SESSION = '00000000-0000-4000-8000-00000000e2e0'
const edit = { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'new' } } }

test('a host switches plan mode on, sees the plan, and approves it with a mode', async () => {
  const replies: object[] = [{ text: 'hello' }]
  await using world = await openWorldHere({ replies: replies as never })
  const plan = join(world.config, 'plans', planName(SESSION))
  replies.push(
    { ...edit },
    { tool: { name: 'Write', input: { file_path: plan, content: '# Plan' } } },
    { tool: { name: 'ExitPlanMode', id: 'toolu_exit', input: {} } },
    { ...edit },
    { text: 'done' },
  )
  const host = hostSession(world, ['--permission-prompt-tool', 'stdio', '--session-id', SESSION])
  host.ask('hi')
  await host.result(1)
  expect(await host.control('1', { subtype: 'set_permission_mode', mode: 'plan' })).toMatchObject({
    subtype: 'success',
    response: { mode: 'plan' },
  })
  host.ask('change a.txt')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({
    subtype: 'can_use_tool',
    tool_name: 'ExitPlanMode',
    input: { plan: '# Plan', planFilePath: plan },
    permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    title: 'Approve the plan and begin',
  })
  host.reply(id, {
    behavior: 'allow',
    updatedInput: request['input'],
    updatedPermissions: request['permission_suggestions'],
    toolUseID: 'toolu_exit',
  })
  expect(await host.result(2)).toMatchObject({ result: 'done' })
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('new')
  const modes = host.program.lines
    .filter((line: Line) => line['subtype'] === 'status' && line['permissionMode'] !== undefined)
    .map(line => line['permissionMode'])
  expect(modes).toEqual(['plan', 'acceptEdits'])
  expect((await host.finish()).code).toBe(0)
})

test('without anybody to ask the run ends with the plan, and nothing was changed', async () => {
  const replies: object[] = []
  await using world = await openWorldHere({ replies: replies as never })
  const plan = join(world.config, 'plans', planName(SESSION))
  replies.push(
    { tool: { name: 'Write', input: { file_path: plan, content: '# Plan' } } },
    { tool: { name: 'ExitPlanMode', id: 'toolu_exit' } },
    { text: '# Plan' },
  )
  const args = ['--permission-mode', 'plan', '--session-id', SESSION, '--output-format', 'json', '-p', 'go']
  const ended = await world.run(args)
  expect(JSON.parse(ended.stdout)).toMatchObject({
    subtype: 'success',
    result: '# Plan',
    permission_denials: [{ tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan', planFilePath: plan } }],
  })
  expect(readdirSync(world.project)).toEqual([])
  expect(existsSync(plan)).toBe(true)
})

test('a session that was planning goes on planning, also when the mode came with a flag', async () => {
  const edit = { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x' } } }
  const replies = [
    { text: 'Thinking.' },
    edit,
    { text: 'Still planning.' },
    { ...edit },
    { text: 'Written.' },
  ]
  await using world = await openWorldHere({ replies })
  await world.run(['--permission-mode', 'plan', '-p', 'plan it'])
  await world.run(['--continue', '-p', 'go on'])
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
  await world.run(['--continue', '--permission-mode', 'acceptEdits', '-p', 'now do it'])
  expect(existsSync(join(world.project, 'a.txt'))).toBe(true)
})

test('where nobody can answer, nobody is asked to plan first', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'Hi.' }] })
  await world.run(['-p', 'hi'])
  expect(JSON.stringify(world.server.requests[0]?.body)).not.toContain('EnterPlanMode')
})

test('auto mode from the command line asks the small model', async () => {
  await using world = await openWorldHere({
    replies: [
      { when: { model: 'haiku' }, text: 'ALLOW' },
      { when: { model: 'sonnet' }, tool: { name: 'Bash', input: { command: 'touch b' } } },
      { when: { model: 'sonnet' }, text: 'done' },
    ],
  })
  const ended = await world.run(['--permission-mode', 'auto', '-p', 'make b'])
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 0, stdout: 'done\n' })
  expect(existsSync(join(world.project, 'b'))).toBe(true)
})
