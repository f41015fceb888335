import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { englishOf } from '../../../../test/support/english-of.ts'
import type { HookHandler, HookInput, HookVerdict } from '../../../protocol/hook.ts'
import type { HookEvent } from '../events.ts'
import type { HookPorts, HttpHookChoice } from '../ports.ts'
import { runHooks } from '../run-hooks.ts'

let server: Server
let base = ''
const heard: {
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      heard.push({ method: request.method ?? '', headers: request.headers, body })
      if (request.url === '/hang') return
      const [status, text] = ANSWERS[request.url ?? ''] ?? [404, '']
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const DENY = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no',
  },
}
const ANSWERS: Readonly<Record<string, readonly [number, string]>> = {
  '/deny': [200, JSON.stringify(DENY)],
  '/empty': [204, ''],
  '/text': [200, 'all is well'],
  '/broken': [500, JSON.stringify(DENY)],
}

interface Run {
  readonly event?: HookEvent
  readonly ports?: HookPorts
  readonly http?: HttpHookChoice
}

const run = async (
  handler: HookHandler,
  { event = 'PreToolUse', ports = {}, http = {} }: Run = {},
): Promise<HookVerdict> => {
  const input: HookInput = {
    session_id: 's',
    transcript_path: '',
    cwd: tmpdir(),
    permission_mode: 'default',
    hook_event_name: event,
    tool_name: 'Edit',
    tool_input: { file_path: '/a/b.ts', nested: { n: 1 } },
    tool_use_id: 't',
  }
  const sets = [{ source: { level: 'settings' }, hooks: { [event]: [{ hooks: [handler] }] } }] as const
  const env = {
    projectDir: tmpdir(),
    variables: { TOKEN: 'abc', OTHER: 'xyz' },
    newId: () => 'id',
    said: new Set<string>(),
    ports,
    http,
  }
  return (await runHooks({ event, input, signal: new AbortController().signal }, sets, env)).verdict
}

test('an http hook posts its input and decides with a JSON object', async () => {
  heard.length = 0
  const verdict = await run({
    type: 'http',
    url: `${base}/deny`,
    headers: { Authorization: 'Bearer $TOKEN', 'X-Other': '${OTHER}' },
    allowedEnvVars: ['TOKEN'],
  })
  expect(verdict).toMatchObject({ permission: 'deny', reason: 'no' })
  expect(heard).toMatchObject([
    {
      method: 'POST',
      headers: { authorization: 'Bearer abc', 'x-other': '', 'content-type': 'application/json' },
    },
  ])
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ tool_name: 'Edit' })
})

test.for([
  ['/empty', undefined],
  ['/text', 'did not answer with a JSON object'],
  ['/broken', 'the server answered 500'],
  ['/hang', 'timed out'],
] as const)('an http hook that answers %s decides nothing', async ([path, message]) => {
  // Only the one that never answers is waited for to the end.
  const verdict = await run({ type: 'http', url: `${base}${path}`, timeout: path === '/hang' ? 0.3 : 60 })
  expect(verdict.permission).toBeUndefined()
  if (message === undefined) expect(verdict.messages).toEqual([])
  else expect(verdict.messages.map(({ text }) => text).join()).toContain(message)
})

test('an http hook goes to no private address, to no address that is not listed, and sends no variable that is not let out', async () => {
  const away = (await run({ type: 'http', url: 'http://10.1.2.3/x' })).messages.map(({ text }) => text).join()
  expect(englishOf(away)).toMatch(/could not be started: .*private/)
  const unlisted = await run(
    { type: 'http', url: `${base}/deny` },
    { http: { allowedUrls: ['https://ok.test/*'] } },
  )
  expect(unlisted.messages.map(({ text }) => text).join()).toContain('not among allowedHttpHookUrls')
  expect(unlisted.permission).toBeUndefined()
  heard.length = 0
  const http = { allowedUrls: [`${base}/*`], allowedVariables: ['OTHER'] }
  const handler = { type: 'http', url: `${base}/deny`, headers: { a: '$TOKEN' }, allowedEnvVars: ['TOKEN'] }
  expect((await run(handler, { http })).permission).toBe('deny')
  expect(heard[0]?.headers['a']).toBe('')
})

test('a prompt hook asks a model, with the input as data, and a no blocks', async () => {
  const askModel = vi.fn<NonNullable<HookPorts['askModel']>>(
    async () => 'Sure: {"ok": false, "reason": "it deletes data"}',
  )
  const handler = { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'haiku' }
  expect(await run(handler, { ports: { askModel } })).toMatchObject({
    permission: 'deny',
    reason: 'it deletes data',
  })
  const [question] = askModel.mock.calls[0] ?? []
  expect(question?.model).toBe('haiku')
  expect(question?.prompt).toMatch(/^Is it safe\? <hook-input>\n\{"session_id"/)
})

test.for([
  ['{"ok": true}', 'Stop', {}],
  ['{"ok": false, "reason": "red"}', 'Stop', { permission: 'deny', reason: 'red' }],
  ['{"ok": false, "reason": "never", "impossible": true}', 'Stop', { messages: ['never'] }],
  ['{"ok": false, "reason": "bad"}', 'PostToolUse', { stop: 'bad' }],
  ['no idea', 'PreToolUse', { messages: [expect.stringContaining('did not answer')] }],
] as const)('a model that answers %s about %s', async ([answer, event, expected]) => {
  const ports = { askModel: async () => answer }
  const verdict = await run({ type: 'prompt', prompt: 'ok?' }, { event, ports })
  expect(englishOf(verdict)).toEqual({ context: [], messages: [], ...expected })
})

test('a model that objects to a result is heard by the other when the hook wants the turn to go on', async () => {
  const ports = { askModel: async () => '{"ok": false, "reason": "bad"}' }
  const handler = { type: 'prompt', prompt: 'ok?', continueOnBlock: true }
  expect(await run(handler, { event: 'PostToolUse', ports })).toMatchObject({ context: ['bad'] })
})

test('an agent hook is the same with an agent', async () => {
  const runAgent = vi.fn<NonNullable<HookPorts['runAgent']>>(
    async () => '{"ok": false, "reason": "no test covers it"}',
  )
  expect(
    await run({ type: 'agent', prompt: 'Is it tested?', timeout: 5 }, { ports: { runAgent } }),
  ).toMatchObject({
    permission: 'deny',
    reason: 'no test covers it',
  })
  expect(runAgent.mock.calls[0]?.[0]).toMatchObject({ ms: 5000 })
})

test('an mcp_tool hook calls a tool with what stands in the input', async () => {
  const callServerTool = vi.fn<NonNullable<HookPorts['callServerTool']>>(async () => ({
    text: JSON.stringify(DENY),
    isError: false,
  }))
  const input = { path: '${tool_input.file_path}', list: ['n=${tool_input.nested.n}', '${nothing}'] }
  const handler = { type: 'mcp_tool', server: 'guard', tool: 'check', input }
  expect((await run(handler, { ports: { callServerTool } })).permission).toBe('deny')
  expect(callServerTool.mock.calls[0]?.[0]).toEqual({
    server: 'guard',
    tool: 'check',
    input: { path: '/a/b.ts', list: ['n=1', '${nothing}'] },
  })
  const failing = { callServerTool: () => Promise.reject(new Error('the server guard is not connected')) }
  expect((await run(handler, { ports: failing })).messages.map(({ text }) => text).join()).toContain(
    'could not be started: the server guard',
  )
})

test.for(['prompt', 'agent', 'mcp_tool', 'callback'])(
  'a %s hook in a session that cannot run it is said',
  async type => {
    const handler = { type, prompt: 'x', server: 's', tool: 't', callbackId: 'c' }
    expect((await run(handler)).messages.map(({ text }) => text).join()).toContain('could not be started')
  },
)

test('a callback that does not answer in time blocks a call and a prompt, and nothing else', async () => {
  const ports = { callHost: () => new Promise(() => undefined) }
  const handler = { type: 'callback', callbackId: 'c', timeout: 0.02 }
  expect((await run(handler, { ports })).permission).toBe('deny')
  expect((await run(handler, { ports, event: 'UserPromptSubmit' })).permission).toBe('deny')
  expect((await run(handler, { ports, event: 'Stop' })).permission).toBeUndefined()
})

test('a hook that fails closed blocks when it cannot run, fails, hangs or says nonsense', async () => {
  const closed = (more: Partial<HookHandler>): Promise<HookVerdict> =>
    run({ type: 'command', failClosed: true, ...more })
  for (const handler of [
    { command: '/no/such/program', args: [] },
    { command: 'exit 1' },
    { command: 'sleep 9', timeout: 0.02 },
    { command: "echo '{nonsense'" },
  ])
    expect((await closed(handler)).permission).toBe('deny')
  expect((await closed({ command: 'exit 0' })).permission).toBeUndefined()
})

test('a terminal sequence may ring and name the window, and nothing else', async () => {
  const says = (sequence: string) =>
    run({ type: 'function', run: () => ({ terminalSequence: sequence }) }).then(({ sequences }) => sequences)
  expect(await says('\u001b]0;tests\u0007\u0007')).toEqual(['\u001b]0;tests\u0007\u0007'])
  expect(await says('\u001b]52;c;aGk=\u0007')).toBeUndefined()
  expect(await says('\u001b]9;done\u001b\\')).toEqual(['\u001b]9;done\u001b\\'])
  expect(await says('\u001b[2J\u001b]9;done\u001b\\')).toBeUndefined()
})
