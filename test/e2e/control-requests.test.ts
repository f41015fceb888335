import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, ofType } from '../support/run-program.ts'
import { SAMPLE_SERVER } from '../support/sample-server.ts'
import { usual } from '../support/usual-models.ts'

const ASK = { name: 'ask', description: 'Asks.', inputSchema: { type: 'object', properties: {} } }
const HELLO = { replies: [{ text: 'done', repeat: true }] }
const serverOf = (options: object): string =>
  JSON.stringify({
    mcpServers: { sample: { command: process.execPath, args: [SAMPLE_SERVER, JSON.stringify(options)] } },
  })
const responseOf = ({ subtype, response, error }: Line): unknown => (subtype === 'success' ? response : error)

test('a host can ask what the session goes by: settings, rules, hooks, models, version and cost', async () => {
  await using world = await openWorldHere(HELLO)
  world.put('.capstan/settings.json', JSON.stringify({ permissions: { deny: ['Read(secret.txt)'] } }))
  const host = hostSession(world, ['--settings', '{"language":"de"}', '--allowedTools', 'Bash(ls *)'])
  const ask = async (subtype: string, more: object = {}): Promise<unknown> =>
    responseOf(await host.control(subtype, { subtype, ...more }))
  expect(await ask('get_settings')).toMatchObject({
    effective: { language: 'de', permissions: { deny: ['Read(secret.txt)'] } },
    sources: [
      { source: 'projectSettings', settings: { permissions: { deny: ['Read(secret.txt)'] } } },
      { source: 'flagSettings', settings: { language: 'de' } },
    ],
    applied: { model: usual('sonnet'), effort: null },
  })
  expect(await ask('list_permission_rules')).toMatchObject({
    state: {
      rules: expect.arrayContaining([
        expect.objectContaining({ rule: 'Read(secret.txt)', behavior: 'deny', source: 'projectSettings' }),
        expect.objectContaining({ rule: 'Bash(ls *)', source: 'cliArg', editability: 'session' }),
      ]),
      originalCwd: realpathSync(world.project),
    },
  })
  expect(await ask('get_hooks_listing')).toMatchObject({ hooks: [], policy: { allDisabled: false } })
  expect(await ask('list_models')).toMatchObject({ models: expect.any(Array) })
  expect(await ask('get_binary_version')).toEqual({ version: expect.stringMatching(/^\d/) })
  expect(await ask('get_session_cost')).toMatchObject({ total_cost_usd: 0 })
  expect(await ask('get_usage')).toMatchObject({ session: { total_cost_usd: 0 }, rate_limits: null })
  expect(await ask('set_color', { color: 'red' })).toEqual({})
  expect(await ask('set_has_subscribers', { has_subscribers: false })).toEqual({})
  await host.finish()
})

test('a host names the session, or has it named, and takes back a message that waits', async () => {
  await using world = await openWorldHere({
    replies: [
      { when: { system: 'Name a conversation' }, text: '"Fixing the parser."', repeat: true },
      { when: { lastUserText: 'slow' }, text: 'one two three four five', chunkMs: 60 },
      { text: 'done', repeat: true },
    ],
  })
  const host = hostSession(world)
  const titled = { subtype: 'generate_session_title', description: 'the parser fails', persist: true }
  expect(responseOf(await host.control('t', titled))).toEqual({ title: 'Fixing the parser' })
  host.ask('slow')
  await host.program.line(ofType('system', 'init'))
  const uuid = '11111111-2222-4333-8444-555555555555'
  host.ask('never said', { uuid })
  const back = { subtype: 'cancel_async_message', message_uuid: uuid }
  expect(responseOf(await host.control('c', back))).toEqual({ cancelled: true })
  expect(responseOf(await host.control('d', back))).toEqual({ cancelled: false })
  await host.result(1)
  const other = { subtype: 'rename_session', title: 'x', session_id: uuid }
  expect(responseOf(await host.control('e', other))).toMatch(/not 11111111/)
  expect(responseOf(await host.control('f', { subtype: 'rename_session', title: 'Parser' }))).toEqual({})
  const ended = await host.finish()
  expect(ended.lines.filter(ofType('result'))).toHaveLength(1)
  const entries = JSON.stringify(world.sessions()[0]?.entries)
  expect(entries).toContain('Fixing the parser')
  expect(entries).toContain('"customTitle":"Parser"')
})

test('a file the host has seen needs no reading before an edit, unless it has changed since', async () => {
  const edit = (file: string) => ({
    tool: { name: 'Edit', input: { file_path: file, old_string: 'old', new_string: 'new' } },
  })
  await using world = await openWorldHere({ replies: [edit('a.txt'), edit('b.txt'), { text: 'done' }] })
  const [a, b] = [world.put('a.txt', 'old\n'), world.put('b.txt', 'old\n')]
  const host = hostSession(world, ['--permission-mode', 'acceptEdits'])
  const seed = (path: string, mtime: number) => ({ subtype: 'seed_read_state', path, mtime })
  await host.control('a', seed(a, Math.floor(statSync(a).mtimeMs)))
  await host.control('b', seed(b, Math.floor(statSync(b).mtimeMs) - 5_000))
  host.ask('edit both')
  const ended = await host.finish()
  const results = ended.lines.filter(line => line.type === 'user' && line['tool_use_result'] !== undefined)
  expect(results.map(line => JSON.stringify(line['message']).includes('"is_error":true'))).toEqual([false])
  expect(ended.lines.filter(ofType('user'))).toHaveLength(2)
})

test('servers are asked for the host: their tools, their pages, and what they want to know', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'mcp__sample__ask', input: {} } }, { text: 'done', repeat: true }],
  })
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const config = serverOf({
    tools: [ASK],
    ask: { mode: 'form', message: 'Who are you?', requestedSchema: schema },
  })
  const host = hostSession(world, ['--mcp-config', config, '--allowedTools', 'mcp__sample'])
  await host.control('i', { subtype: 'initialize', hooks: null })
  host.ask('ask me')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({
    subtype: 'elicitation',
    mcp_server_name: 'sample',
    message: 'Who are you?',
    mode: 'form',
    requested_schema: { properties: { name: { type: 'string' } } },
  })
  host.reply(id, { action: 'accept', content: { name: 'Ada' } })
  await host.result(1)
  expect(JSON.stringify(host.program.lines)).toContain('Ada')
  const page = { subtype: 'mcp_read_resource', serverName: 'sample', uri: 'sample://note' }
  expect(responseOf(await host.control('p', page))).toMatch(/only pages/)
  const call = { subtype: 'mcp_call', tool: 'mcp__sample__none', arguments: {} }
  expect(responseOf(await host.control('q', call))).toMatch(/no tool named/)
  const override = { subtype: 'set_mcp_permission_mode_override', serverName: 'nobody', mode: 'default' }
  expect(responseOf(await host.control('r', override))).toMatchObject({ warning: expect.any(String) })
  await host.finish()
})

test('a question that is no longer wanted is taken back from the host', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'mcp__sample__ask', input: {} } }, { text: 'done', repeat: true }],
  })
  const config = serverOf({
    tools: [ASK],
    ask: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  })
  const host = hostSession(world, ['--mcp-config', config, '--allowedTools', 'mcp__sample'])
  await host.control('i', { subtype: 'initialize', hooks: null })
  host.ask('ask me')
  const { id } = await host.question(1)
  await host.control('stop', { subtype: 'interrupt' })
  await host.program.line(line => line.type === 'control_cancel_request' && line['request_id'] === id)
  expect(await host.result(1)).toMatchObject({ subtype: 'error_during_execution' })
  await host.finish()
})

test('files, skills, styles and directories are looked at again when the host says so', async () => {
  await using world = await openWorldHere(HELLO)
  world.put('src/parser.ts', '')
  world.put('inner/.claude/skills/deep/SKILL.md', '---\nname: deep\ndescription: Deep.\n---\nDeep.')
  const host = hostSession(world)
  const ask = async (subtype: string, more: object = {}): Promise<unknown> =>
    responseOf(await host.control(`${subtype}${JSON.stringify(more)}`, { subtype, ...more }))
  expect(await ask('file_suggestions', { query: 'pars' })).toEqual({
    suggestions: [{ path: 'src/parser.ts' }],
  })
  world.put('.claude/skills/late/SKILL.md', '---\nname: late\ndescription: Came late.\n---\nLate.')
  expect(await ask('reload_skills')).toMatchObject({
    skills: expect.arrayContaining([expect.objectContaining({ name: 'late', description: 'Came late.' })]),
  })
  expect(await ask('reload_output_styles')).toMatchObject({
    available_output_styles: expect.arrayContaining(['default']),
  })
  const inner = join(realpathSync(world.project), 'inner')
  expect(await ask('register_repo_root', { directory: '/etc' })).toMatch(/not inside/)
  expect(await ask('register_repo_root', { directory: inner })).toEqual({})
  expect(await ask('update_settings', { source: 'localSettings', settings: { model: 'x' } })).toMatch(
    /only outputStyle/,
  )
  expect(
    await ask('update_settings', { source: 'localSettings', settings: { outputStyle: 'default' } }),
  ).toEqual({})
  await host.finish()
})

test('what a background command printed can be read by the host', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'echo from the back; sleep 30', run_in_background: true } } },
      { text: 'done', repeat: true },
    ],
  })
  const host = hostSession(world, ['--allowedTools', 'Bash'])
  host.ask('start it')
  const started = await host.program.line(ofType('system', 'task_started'))
  await host.result(1)
  const wanted = { subtype: 'get_task_output', task_id: started['task_id'] }
  let output: unknown
  for (let count = 0; !JSON.stringify(output ?? '').includes('from the back'); count++)
    output = responseOf(await host.control(`o${count}`, wanted))
  expect(output).toEqual({ output: 'from the back\n', total_bytes: 14, truncated: false })
  expect(responseOf(await host.control('x', { subtype: 'get_task_output', task_id: 'none' }))).toMatch(
    /no task none/,
  )
  await host.control('s', { subtype: 'stop_task', task_id: started['task_id'] })
  await host.finish()
})
