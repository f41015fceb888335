import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScriptedReply } from '../../../src/features/models/scripted/scenario.ts'
import { hasSdk, loadSdk, loadShapes, openSdkWorld, type SdkWorld, Talk } from '../../support/agent-sdk.ts'
import type { Line } from '../../support/run-program.ts'
import { sampleServer } from '../../support/sample-server.ts'

const here = hasSdk()

const calls = (text: string, ...tools: readonly NonNullable<ScriptedReply['tool']>[]): ScriptedReply => ({
  when: { lastUserText: text },
  tools,
})

const scenario = {
  replies: [
    calls('add', { name: 'mcp__calc__add', input: { a: 20, b: 22 } }),
    calls('fail', { name: 'mcp__calc__fail', input: {} }),
    calls('draw', { name: 'mcp__calc__draw', input: {} }),
    calls('say much', { name: 'mcp__calc__much', input: {} }),
    calls(
      'all at once',
      { name: 'mcp__calc__meet', input: { who: 'a' } },
      { name: 'mcp__calc__meet', input: { who: 'b' } },
    ),
    calls('later tool', { name: 'mcp__later__greet', input: {} }),
    calls('aliased', { name: 'Calculator', input: { a: 1, b: 2 } }),
    calls('hand it over', {
      name: 'Task',
      input: { description: 'look', prompt: 'find the word', subagent_type: 'finder' },
    }),
    { when: { system: 'You only find words.' }, text: 'the word is plover' },
    calls('guarded', { name: 'Bash', input: { command: 'echo kept' } }),
    calls('forbidden', { name: 'Bash', input: { command: 'echo forbidden' } }),
    calls('changed', { name: 'Bash', input: { command: 'echo before' } }),
    { text: 'done', repeat: true },
  ],
}

type Seen = Record<string, unknown> & { readonly hook_event_name: string }
const seen: Seen[] = []
const heard = (event: string): readonly Seen[] => seen.filter(({ hook_event_name: name }) => name === event)

const listen = async (input: Seen): Promise<object> => {
  seen.push(input)
  return {}
}
const judge = async (
  input: Seen & { readonly tool_input?: { readonly command?: string } },
): Promise<object> => {
  seen.push(input)
  const hookEventName = 'PreToolUse'
  const command = input.tool_input?.command ?? ''
  if (command.includes('forbidden'))
    return {
      hookSpecificOutput: {
        hookEventName,
        permissionDecision: 'deny',
        permissionDecisionReason: 'Not that.',
      },
    }
  if (command.includes('before'))
    return {
      hookSpecificOutput: {
        hookEventName,
        permissionDecision: 'allow',
        updatedInput: { command: 'echo after' },
      },
    }
  return { hookSpecificOutput: { hookEventName, permissionDecision: 'allow' } }
}

const EVENTS = [
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStart',
  'SubagentStop',
]

let world: SdkWorld
let talk: Talk
let greeter: object
const meeting = Promise.withResolvers<void>()
let met = 0

const calculator = async (): Promise<{ readonly calc: object; readonly later: object }> => {
  const [{ tool, createSdkMcpServer }, z] = await Promise.all([loadSdk(), loadShapes()])
  const number = z['number']?.()
  const text = (words: string) => ({ content: [{ type: 'text', text: words }] })
  const tools = [
    tool('add', 'Adds', { a: number, b: number }, async ({ a, b }) => text(String(Number(a) + Number(b)))),
    tool('fail', 'Fails', {}, async () => ({ ...text('out of paper'), isError: true })),
    tool('draw', 'Draws', {}, async () => ({
      content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }],
    })),
    tool('much', 'Says much', {}, async () => text('words '.repeat(60_000))),
    // Each waits for the other: they only come to an end side by side.
    tool(
      'meet',
      'Meets',
      { who: z['string']?.() },
      async ({ who }) => {
        if (++met === 2) meeting.resolve()
        await meeting.promise
        return text(`met as ${String(who)}`)
      },
      { annotations: { readOnlyHint: true } },
    ),
  ]
  const greet = tool('greet', 'Greets', {}, async () => text('hello from later'))
  return {
    calc: createSdkMcpServer({ name: 'calc', version: '1.2.3', tools }),
    later: createSdkMcpServer({ name: 'later', version: '1.0.0', tools: [greet] }),
  }
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  if (!here) return
  world = await openSdkWorld(scenario)
  const { calc, later } = await calculator()
  greeter = later
  talk = new Talk(world, {
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    env: { ...world.env, IS_SANDBOX: '1' },
    mcpServers: { calc },
    forwardSubagentText: true,
    toolAliases: { Calculator: 'mcp__calc__add' },
    agents: { finder: { description: 'Finds words', prompt: 'You only find words.', tools: ['Read'] } },
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [judge] }],
      ...Object.fromEntries(EVENTS.map(event => [event, [{ hooks: [listen] }]])),
    },
  })
})
afterAll(async () => {
  await talk?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

/** The results of calls that the model was given for this. */
const resultsOf = async (text: string): Promise<readonly Record<string, unknown>[]> => {
  const before = talk.lines.length
  const result = await talk.turn(text)
  expect(result).toMatchObject({ subtype: 'success', result: 'done' })
  return blocksIn(talk.lines.slice(before))
}

const blocksIn = (lines: readonly Line[]): readonly Record<string, unknown>[] =>
  lines
    .filter(line => line.type === 'user' && line['parent_tool_use_id'] === null)
    .flatMap(line => (line['message'] as { readonly content: Record<string, unknown>[] }).content)
    .filter(block => block['type'] === 'tool_result')

test.skipIf(!here)('tools of the host are in the first message, and are called', async () => {
  expect(await resultsOf('add')).toMatchObject([{ content: '42' }])
  const init = talk.lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['tools']).toContain('mcp__calc__add')
  expect(init?.['mcp_servers']).toEqual([{ name: 'calc', status: 'connected' }])
  expect(init?.['agents']).toContain('finder')
})

test.skipIf(!here)('a tool of the host may fail, show a picture or say much', async () => {
  expect(await resultsOf('fail')).toMatchObject([
    { is_error: true, content: expect.stringContaining('out of paper') },
  ])
  expect(JSON.stringify(await resultsOf('draw'))).toContain('image/png')
  const [much] = await resultsOf('say much')
  // What does not fit is kept in a file that the model may read.
  expect(JSON.stringify(much).length).toBeLessThan(200_000)
})

test.skipIf(!here)('tools of the host run side by side', async () => {
  expect(await resultsOf('all at once')).toMatchObject([{ content: 'met as a' }, { content: 'met as b' }])
})

test.skipIf(!here)('a name may stand for a tool of the host', async () => {
  expect(await resultsOf('aliased')).toMatchObject([{ content: '3' }])
})

test.skipIf(!here)('an agent of the host does what it is handed, and its hooks are heard', async () => {
  const [answer] = await resultsOf('hand it over')
  expect(JSON.stringify(answer)).toContain('the word is plover')
  expect(heard('SubagentStart')).toMatchObject([{ agent_type: 'finder' }])
  expect(heard('SubagentStop')).toHaveLength(1)
  expect(talk.lines.some(line => line.type === 'assistant' && line['parent_tool_use_id'] !== null)).toBe(true)
})

test.skipIf(!here)('hooks of the host allow, deny and change calls, and hear of the rest', async () => {
  expect(await resultsOf('guarded')).toMatchObject([{ content: 'kept' }])
  expect(await resultsOf('forbidden')).toMatchObject([
    { is_error: true, content: expect.stringContaining('Not that.') },
  ])
  expect(await resultsOf('changed')).toMatchObject([{ content: 'after' }])
  expect(heard('PreToolUse').map(({ tool_name: name }) => name)).toEqual(['Bash', 'Bash', 'Bash'])
  expect(heard('PreToolUse')[0]).toMatchObject({
    session_id: expect.any(String),
    transcript_path: expect.stringContaining('.jsonl'),
    cwd: world.project,
    tool_use_id: expect.any(String),
  })
  expect(heard('PostToolUse').length).toBeGreaterThan(3)
  expect(heard('UserPromptSubmit')[0]).toMatchObject({ prompt: 'add' })
  expect(heard('SessionStart')).toMatchObject([{ source: 'startup' }])
  expect(heard('Stop').length).toBeGreaterThan(3)
})

test.skipIf(!here)('servers come and go in the middle, of the host and of others', async () => {
  const { query } = talk
  expect(await query.mcpServerStatus()).toMatchObject([
    { name: 'calc', status: 'connected', source: 'sdk', serverInfo: { name: 'calc', version: '1.2.3' } },
  ])
  const set = await query.setMcpServers({
    later: greeter,
    other: sampleServer(),
    broken: { command: '/nowhere/at/all' },
  })
  expect(set).toMatchObject({
    added: expect.arrayContaining(['later', 'other', 'broken']),
    removed: ['calc'],
    errors: { broken: expect.any(String) },
  })
  expect(await resultsOf('later tool')).toMatchObject([{ content: 'hello from later' }])
  await query.toggleMcpServer('other', false)
  expect(await statusOf('other')).toBe('disabled')
  await query.toggleMcpServer('other', true)
  await query.reconnectMcpServer('other')
  expect(await statusOf('other')).toBe('connected')
  await expect(query.reconnectMcpServer('nobody')).rejects.toThrow(/nobody/)
  expect(await query.setMcpServers({})).toMatchObject({
    removed: expect.arrayContaining(['later', 'other']),
  })
})

const statusOf = async (name: string): Promise<unknown> =>
  ((await talk.query.mcpServerStatus()) as Line[]).find(server => server['name'] === name)?.['status']

test.skipIf(!here)('the end of the session is heard by a hook', async () => {
  await talk.end()
  expect(heard('SessionEnd')).toHaveLength(1)
})
