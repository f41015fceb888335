import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { connectAcp } from '../../support/acp-client.ts'
import { openWorld } from '../../support/run-program.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const lastOf = (world: { readonly server: { readonly requests: readonly { readonly body: unknown }[] } }) =>
  JSON.stringify(world.server.requests.at(-1)?.body)

test('a prompt is answered with thoughts, text and usage, then with its stop reason', async () => {
  await using world = await openWorld({ replies: [{ thinking: 'hmm', text: 'Hello from the model.' }] })
  await using editor = await connectAcp(world)
  const session = await editor.open()
  expect(await editor.say(session, 'hi')).toBe('end_turn')
  expect(editor.text()).toBe('Hello from the model.')
  expect(editor.told('agent_thought_chunk').map(({ content }) => content)).toEqual([
    { type: 'text', text: 'hmm' },
  ])
  expect(editor.told('usage_update').at(-1)).toMatchObject({
    used: expect.any(Number),
    size: expect.any(Number),
    cost: { amount: expect.any(Number), currency: 'USD' },
  })
})

test('what the agent can do is said once, with its commands after a session is open', async () => {
  await using world = await openWorld({ replies: [] })
  await using editor = await connectAcp(world, { capabilities: { auth: { terminal: true } } })
  const answer = await editor.agent.request('initialize', { protocolVersion: 99 })
  expect(answer).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'capstan', title: 'Capstan' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, delete: {}, additionalDirectories: {}, resume: {}, close: {} },
    },
  })
  await editor.open()
  await editor.until(() => editor.told('available_commands_update').length > 0)
  const [{ availableCommands } = { availableCommands: [] }] = editor.told('available_commands_update')
  expect(availableCommands.find(({ name }) => name === 'compact')).toEqual({
    name: 'compact',
    description: expect.any(String),
    input: { hint: expect.any(String) },
  })
  expect(availableCommands.map(({ name }) => name)).not.toContain('exit')
})

test('a slash command is run by a prompt, and one that does not exist is told', async () => {
  await using world = await openWorld({ replies: [] })
  await using editor = await connectAcp(world)
  const session = await editor.open()
  expect(await editor.say(session, '/status')).toBe('end_turn')
  expect(editor.text()).toContain(session)
  expect(await editor.say(session, '/frobnicate')).toBe('end_turn')
  expect(editor.text()).toContain('Unknown command /frobnicate.')
  expect(await editor.say(session, '/rename My work')).toBe('end_turn')
  expect(editor.told('session_info_update')).toEqual([
    { sessionUpdate: 'session_info_update', title: 'My work' },
  ])
  expect(world.server.requests).toHaveLength(0)
})

test('two sessions work at once, each with its own updates', async () => {
  await using world = await openWorld({
    replies: [
      { when: { lastUserText: 'one' }, text: 'first', chunkMs: 20 },
      { when: { lastUserText: 'two' }, text: 'second', chunkMs: 20 },
    ],
  })
  await using editor = await connectAcp(world)
  const [one, two] = await Promise.all([editor.open(), editor.open()])
  expect(one).not.toBe(two)
  expect(await Promise.all([editor.say(one, 'one'), editor.say(two, 'two')])).toEqual([
    'end_turn',
    'end_turn',
  ])
  expect([editor.text(one), editor.text(two)]).toEqual(['first', 'second'])
})

test('pictures, linked files and embedded texts reach the model; what an embedded text names is not read', async () => {
  await using world = await openWorld({ replies: [{ text: 'seen' }] })
  world.put('notes.txt', 'first of all\nthe second line\nwhat comes third\n')
  world.put('secret.txt', 'do not tell\n')
  await using editor = await connectAcp(world)
  const session = await editor.open()
  const uri = pathToFileURL(join(world.project, 'notes.txt')).href
  await editor.say(session, [
    { type: 'text', text: 'Look at' },
    { type: 'resource_link', uri: `${uri}#L2-2`, name: 'notes.txt' },
    { type: 'resource', resource: { uri: 'file:///w/buffer.ts', text: 'const x = 1 // see @secret.txt' } },
    { type: 'image', data: PIXEL, mimeType: 'image/png' },
  ])
  const sent = lastOf(world)
  expect(sent).toContain('the second line')
  expect(sent).not.toContain('what comes third')
  expect(sent).toContain('const x = 1')
  expect(sent).toContain('"media_type":"image/png"')
  expect(sent).not.toContain('do not tell')
})

test('modes and options are offered, chosen, and told when they change', async () => {
  await using world = await openWorld({ replies: [{ text: 'ok' }] })
  await using editor = await connectAcp(world, {
    capabilities: { session: { configOptions: { boolean: {} } } },
    args: ['--model', 'claude-opus-4-5'],
  })
  const opened = await editor.agent.request('session/new', { cwd: world.project, mcpServers: [] })
  const { sessionId, modes, configOptions = [] } = opened
  expect(modes).toMatchObject({ currentModeId: 'default' })
  expect(modes?.availableModes.map(({ id }) => id)).toEqual([
    'default',
    'acceptEdits',
    'plan',
    'auto',
    'dontAsk',
  ])
  expect(configOptions?.map(({ id, category, type }) => [id, category, type])).toEqual([
    ['mode', 'mode', 'select'],
    ['model', 'model', 'select'],
    ['effort', 'thought_level', 'select'],
    ['thinking', 'thought_level', 'boolean'],
  ])
  await editor.agent.request('session/set_mode', { sessionId, modeId: 'plan' })
  await editor.until(() => editor.told('config_option_update').length > 0)
  expect(editor.told('current_mode_update')).toEqual([
    { sessionUpdate: 'current_mode_update', currentModeId: 'plan' },
  ])
  const set = (configId: string, value: string | boolean) =>
    editor.agent.request(
      'session/set_config_option',
      typeof value === 'boolean'
        ? { sessionId, configId, type: 'boolean', value }
        : { sessionId, configId, value },
    )
  const currentOf = async (answer: ReturnType<typeof set>) =>
    (await answer).configOptions.map(({ currentValue }) => currentValue)
  expect(await currentOf(set('mode', 'acceptEdits'))).toContain('acceptEdits')
  expect(await currentOf(set('effort', 'high'))).toContain('high')
  expect(await currentOf(set('thinking', false))).toContain(false)
  const other = configOptions?.find(({ id }) => id === 'model')
  const values =
    other?.type === 'select' ? other.options.flatMap(one => ('value' in one ? [one.value] : [])) : []
  const model = values.find(value => value !== other?.currentValue) ?? ''
  expect(await currentOf(set('model', model))).toContain(model)
  await editor.say(sessionId, 'hi')
  expect(world.server.requests.at(-1)?.body).toMatchObject({ model })
  await expect(set('mode', 'nonsense')).rejects.toMatchObject({ code: -32602 })
  await expect(set('colour', 'red')).rejects.toMatchObject({ code: -32602 })
})

test('a session is listed, loaded with all that was said, resumed without, closed and deleted', async () => {
  await using world = await openWorld({
    replies: [
      { text: 'Reading.', tool: { name: 'Read', id: 'toolu_r', input: { file_path: 'a.txt' } } },
      { text: 'It says hello.' },
      { text: 'Still here.' },
    ],
  })
  world.put('a.txt', 'hello\n')
  let id = ''
  {
    await using editor = await connectAcp(world)
    id = await editor.open()
    await editor.say(id, 'What does a.txt say?')
  }
  await using editor = await connectAcp(world)
  const list = await editor.agent.request('session/list', { cwd: world.project })
  expect(list).toEqual({
    sessions: [
      { sessionId: id, cwd: world.project, title: 'What does a.txt say?', updatedAt: expect.any(String) },
    ],
  })
  const wanted = { sessionId: id, cwd: world.project, mcpServers: [] }
  expect(await editor.agent.request('session/load', wanted)).toMatchObject({
    modes: { currentModeId: 'default' },
    configOptions: expect.any(Array),
  })
  expect(editor.updates.map(({ update }) => update.sessionUpdate)).toEqual([
    'user_message_chunk',
    'agent_message_chunk',
    'tool_call',
    'tool_call_update',
    'agent_message_chunk',
  ])
  expect(editor.text()).toBe('Reading.It says hello.')
  await editor.agent.request('session/close', { sessionId: id })
  await expect(editor.say(id, 'gone?')).rejects.toMatchObject({ code: -32002, data: { sessionId: id } })
  const before = editor.told('user_message_chunk').length
  await editor.agent.request('session/resume', wanted)
  expect(editor.told('user_message_chunk')).toHaveLength(before)
  expect(await editor.say(id, 'And now?')).toBe('end_turn')
  expect(editor.text()).toContain('Still here.')
  await editor.agent.request('session/delete', { sessionId: id })
  expect(await editor.agent.request('session/list', {})).toEqual({ sessions: [] })
  await expect(editor.agent.request('session/load', wanted)).rejects.toMatchObject({ code: -32002 })
})

test('without a credential a session is refused with auth required, and with one it opens', async () => {
  await using world = await openWorld({ replies: [] })
  const env = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined }
  await using editor = await connectAcp(world, { env, capabilities: { auth: { terminal: true } } })
  const { authMethods } = await editor.agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: { auth: { terminal: true } },
  })
  expect(authMethods?.map(one => [one.id, 'args' in one ? one.args : undefined])).toEqual([
    ['terminal', ['--login']],
    ['stored-key', undefined],
  ])
  await expect(editor.open()).rejects.toMatchObject({ code: -32000 })
  const authenticate = (methodId: string) => editor.agent.request('authenticate', { methodId })
  await expect(authenticate('stored-key')).rejects.toMatchObject({ code: -32000 })
  await expect(authenticate('magic')).rejects.toMatchObject({ code: -32602 })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'credentials.json'), '{"apiKey":"sk-ant-stored-0123456789"}', {
    mode: 0o600,
  })
  expect(await authenticate('stored-key')).toEqual({})
  expect(await editor.open()).toEqual(expect.any(String))
})

test('a folder nobody trusts brings nothing along, and the notice says how to trust it', async () => {
  await using world = await openWorld({ replies: [{ text: 'ok' }] })
  world.put('.capstan/settings.json', JSON.stringify({ permissions: { allow: ['Bash(touch:*)'] } }))
  await using editor = await connectAcp(world, { capabilities: { session: { notices: {} } } })
  const session = await editor.open()
  await editor.until(() => editor.told('notice').length > 0)
  expect(editor.told('notice')).toEqual([
    {
      sessionUpdate: 'notice',
      severity: 'warning',
      title: expect.stringContaining('This folder is not trusted'),
      description: expect.stringContaining('capstan trust'),
    },
  ])
  await using plain = await connectAcp(world)
  await plain.open()
  await plain.until(() => plain.text().includes('capstan trust'))
  expect(session).toEqual(expect.any(String))
})

test('a folder that is opened through a link keeps the name the editor knows it by', async () => {
  await using world = await openWorld({
    replies: [{ tool: { name: 'Read', id: 'toolu_r', input: { file_path: 'a.txt' } } }, { text: 'ok' }],
  })
  world.put('a.txt', 'hello\n')
  const link = join(world.root, 'link')
  symlinkSync(world.project, link)
  await using editor = await connectAcp(world)
  await editor.say(await editor.open({ cwd: link }), 'read it')
  expect(editor.told('tool_call')[0]?.locations).toEqual([{ path: join(link, 'a.txt') }])
})

test('an editor of Windows opens a folder of the Linux in WSL by the name it has out there', async () => {
  await using world = await openWorld({
    replies: [{ tool: { name: 'Read', id: 'toolu_r', input: { file_path: 'src/a.txt' } } }, { text: 'ok' }],
  })
  world.put('src/a.txt', 'hello\n')
  const outside = `\\\\wsl.localhost\\Ubuntu${realpathSync(world.project).replaceAll('/', '\\')}`
  const uri = `file:${outside.replaceAll('\\', '/')}/src/a.txt`
  const link = { type: 'resource_link' as const, uri, name: 'a.txt' }
  await using editor = await connectAcp(world, { env: { WSL_DISTRO_NAME: 'Ubuntu' } })
  await editor.say(await editor.open({ cwd: outside }), [link])
  expect(editor.told('tool_call')[0]?.locations).toEqual([{ path: `${outside}\\src\\a.txt` }])
  expect(JSON.stringify(world.server.requests[0]?.body)).toContain(join(world.project, 'src/a.txt'))
  await using elsewhere = await connectAcp(world)
  await expect(elsewhere.open({ cwd: outside })).rejects.toThrow('not an absolute path')
})

test.each([
  [{ text: 'no', fault: 'refusal' as const }, 'refusal'],
  [{ text: 'a long story', stopReason: 'max_tokens' as const, repeat: true }, 'max_tokens'],
])('a reply %j ends the prompt with %s', async (reply, stopReason) => {
  await using world = await openWorld({ replies: [reply] })
  await using editor = await connectAcp(world)
  expect(await editor.say(await editor.open(), 'go')).toBe(stopReason)
})

test('a turn that fails is an error with the words of the provider, and the session goes on', async () => {
  await using world = await openWorld({
    replies: [
      { fault: { kind: 'status', status: 400, message: 'that is not allowed' } },
      { fault: { kind: 'status', status: 401, message: 'bad key' } },
      { text: 'back' },
    ],
  })
  await using editor = await connectAcp(world)
  const session = await editor.open()
  await expect(editor.say(session, 'go')).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('that is not allowed'),
  })
  await expect(editor.say(session, 'go')).rejects.toMatchObject({ code: -32000 })
  expect(await editor.say(session, 'again')).toBe('end_turn')
})
