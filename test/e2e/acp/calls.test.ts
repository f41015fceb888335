import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  ClientApp,
  CreateElicitationRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { planName } from '../../../src/engine/plan/part.ts'
import type { ScriptedReply } from '../../../src/features/models/scripted/scenario.ts'
import { connectAcp } from '../../support/acp-client.ts'
import { eventually, openWorld } from '../../support/run-program.ts'

type Answer = (request: RequestPermissionRequest, round: number) => string | undefined | Promise<never>

/** Answers every question with the option the test names; undefined: with none. */
const answering = (answer: Answer) => {
  const asked: RequestPermissionRequest[] = []
  const serve = (app: ClientApp): ClientApp =>
    app.onRequest('session/request_permission', async ({ params }): Promise<RequestPermissionResponse> => {
      asked.push(params)
      const optionId = await answer(params, asked.length)
      return {
        outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
      }
    })
  return { asked, serve }
}

const write = { name: 'Write', id: 'toolu_w', input: { file_path: 'a.txt', content: 'new\n' } }

test('a call that needs a yes is asked about with its change and every answer, and runs when it is allowed', async () => {
  await using world = await openWorld({ replies: [{ tool: write }, { text: 'done' }] })
  const path = world.put('a.txt', 'old\n')
  const { asked, serve } = answering(() => 'allow')
  await using editor = await connectAcp(world, { serve })
  const session = await editor.open()
  expect(await editor.say(session, 'Write it. @a.txt')).toBe('end_turn')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    sessionId: session,
    toolCall: {
      toolCallId: 'toolu_w',
      title: 'Write a.txt',
      kind: 'edit',
      status: 'pending',
      locations: [{ path }],
      content: [
        { type: 'diff', path, oldText: 'old\n', newText: 'new\n' },
        { type: 'content', content: { type: 'text', text: expect.any(String) } },
      ],
      rawInput: { file_path: path, content: 'new\n' },
    },
  })
  expect(asked[0]?.options.map(({ name, kind }) => [name, kind])).toEqual([
    ['Allow', 'allow_once'],
    ['Allow all edits (this session)', 'allow_always'],
    ['Reject', 'reject_once'],
  ])
  expect(readFileSync(path, 'utf8')).toBe('new\n')
  expect(
    editor.updates
      .map(({ update }) => update)
      .filter(update => 'toolCallId' in update)
      .map(update => [update.sessionUpdate, 'status' in update && update.status]),
  ).toEqual([
    ['tool_call', 'pending'],
    ['tool_call_update', 'in_progress'],
    ['tool_call_update', 'completed'],
  ])
  expect(editor.told('tool_call_update').at(-1)).toMatchObject({
    content: [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }],
    locations: [{ path, line: 1 }],
  })
})

test.each([
  {
    client: 'client that binds a key to each kind',
    capabilities: undefined,
    expected: ['Allow', 'Always allow Bash(touch a) (this session)', 'Reject'],
  },
  {
    client: 'client that lists the options',
    capabilities: { _meta: { capstan: { listsPermissionOptions: true } } },
    expected: [
      'Allow',
      'Always allow Bash(touch a) (this session)',
      'Always allow Bash(touch a) (this project)',
      'Always allow Bash(touch a) (all projects)',
      'Reject',
      'Reject and stop',
    ],
  },
])(
  'a $client allows for good, is not asked again, and is named the rule',
  async ({ capabilities, expected }) => {
    const touch = (id: string) => ({ name: 'Bash', id, input: { command: 'touch a' } })
    await using world = await openWorld({
      replies: [{ tool: touch('toolu_1') }, { tool: touch('toolu_2') }, { text: 'done' }],
    })
    const { asked, serve } = answering(
      ({ options }) => options.find(({ name }) => name.includes('this session'))?.optionId,
    )
    await using editor = await connectAcp(world, { serve, ...(capabilities ? { capabilities } : {}) })
    expect(await editor.say(await editor.open(), 'touch them')).toBe('end_turn')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.options.map(({ name }) => name)).toEqual(expected)
    expect(editor.told('tool_call_update').filter(({ status }) => status === 'completed')).toHaveLength(2)
  },
)

const LINES = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`)
const upper = (...at: readonly number[]): string =>
  LINES.map((line, index) => (at.includes(index + 1) ? line.toUpperCase() : line)).join('')

test.each([
  { parts: ['allow', 'reject', 'allow'], text: upper(3, 38), ends: 'end_turn' },
  { parts: ['reject', 'reject', 'reject'], text: upper(), ends: 'end_turn' },
  { parts: ['allow', undefined], text: upper(), ends: 'end_turn' },
])('of a change of three parts the editor takes $parts', async ({ parts, text, ends }) => {
  const edits = [3, 20, 38].map(at => ({ old_string: `line ${at}\n`, new_string: `LINE ${at}\n` }))
  const edit = { name: 'Edit', id: 'toolu_e', input: { file_path: 'a.txt', edits } }
  await using world = await openWorld({ replies: [{ tool: edit }, { text: 'done' }] })
  const path = world.put('a.txt', LINES.join(''))
  const { asked, serve } = answering((_, round) => (round === 1 ? 'parts' : parts[round - 2]))
  await using editor = await connectAcp(world, { serve, capabilities: LISTS })
  expect(await editor.say(await editor.open(), 'Edit it. @a.txt')).toBe(ends)
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(asked[0]?.options.map(({ name }) => name)).toContain('Choose which parts of this change to make')
  expect(asked.slice(1).map(({ toolCall }) => [toolCall.title, toolCall.content?.length])).toEqual(
    parts.map((_, at) => [`Edit a.txt: part ${at + 1} of 3`, 1]),
  )
  expect(asked[2]?.toolCall.content).toMatchObject([
    { type: 'diff', path, oldText: upper().slice(...around(20)), newText: upper(20).slice(...around(20)) },
  ])
  const told = JSON.stringify(world.server.requests.at(-1)?.body)
  expect(told.includes('accepted only part of this change')).toBe(text === upper(3, 38))
})

/** Where a line stands with the three before and after it. */
const around = (line: number): [number, number] => [
  LINES.slice(0, line - 4).join('').length,
  LINES.slice(0, line + 3).join('').length,
]

test('a client that binds a key to each kind, and a change of one part, are not offered parts', async () => {
  await using world = await openWorld({ replies: [{ tool: write }, { text: 'done' }] })
  world.put('a.txt', 'old\n')
  const { asked, serve } = answering(() => 'reject')
  await using editor = await connectAcp(world, { serve, capabilities: LISTS })
  await editor.say(await editor.open(), 'Write it. @a.txt')
  expect(asked[0]?.options.map(({ optionId }) => optionId)).not.toContain('parts')
})

test('a rejected call tells the model, one that stops ends the turn', async () => {
  await using world = await openWorld({
    replies: [{ tool: write }, { text: 'Then not.' }, { tool: { ...write, id: 'toolu_x' } }],
  })
  const { serve } = answering((_, round) => (round === 1 ? 'reject' : 'stop'))
  await using editor = await connectAcp(world, { serve })
  const session = await editor.open()
  expect(await editor.say(session, 'write')).toBe('end_turn')
  expect(editor.text()).toBe('Then not.')
  expect(editor.told('tool_call_update').at(-1)).toMatchObject({ toolCallId: 'toolu_w', status: 'failed' })
  expect(await editor.say(session, 'write again')).toBe('end_turn')
  expect(world.server.requests).toHaveLength(3)
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
})

test('an editor that cannot ask is taken for a no', async () => {
  await using world = await openWorld({ replies: [{ tool: write }, { text: 'as you like' }] })
  await using editor = await connectAcp(world)
  expect(await editor.say(await editor.open(), 'write')).toBe('end_turn')
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
})

test('a cancelled prompt ends its command and its open question, and is answered with cancelled after the last update', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Bash', id: 'toolu_s', input: { command: 'echo begun > begun; sleep 60' } } },
      { tool: write },
      { text: 'a story', chunkMs: 2_000 },
    ],
  })
  const withdrawn = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const serve = (app: ClientApp): ClientApp =>
    app.onRequest('session/request_permission', async ({ params, signal }) => {
      if (params.toolCall.toolCallId === 'toolu_s')
        return { outcome: { outcome: 'selected', optionId: 'allow' } }
      signal.addEventListener('abort', () => withdrawn.resolve())
      open.resolve()
      return await new Promise(() => undefined)
    })
  await using editor = await connectAcp(world, { serve })
  const sessionId = await editor.open()
  const running = editor.say(sessionId, 'sleep')
  await editor.until(() => editor.told('tool_call_update').some(({ status }) => status === 'in_progress'))
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await running).toBe('cancelled')
  expect(editor.told('tool_call_update').at(-1)).toMatchObject({ toolCallId: 'toolu_s', status: 'failed' })
  const asking = editor.say(sessionId, 'write')
  await open.promise
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await asking).toBe('cancelled')
  await withdrawn.promise
  const gone = new AbortController()
  const prompt = [{ type: 'text' as const, text: 'tell' }]
  const telling = editor.agent.request(
    'session/prompt',
    { sessionId, prompt },
    { cancellationSignal: gone.signal },
  )
  await editor.until(() => world.server.requests.length === 3)
  gone.abort()
  await expect(telling).rejects.toMatchObject({ code: -32800 })
})

test('steps of the to-do list are the plan', async () => {
  const todos = [
    { content: 'Look', status: 'completed', activeForm: 'Looking' },
    { content: 'Fix', status: 'in_progress', activeForm: 'Fixing' },
    { content: 'Test', status: 'pending', activeForm: 'Testing' },
  ]
  await using world = await openWorld({
    replies: [{ tool: { name: 'TodoWrite', input: { todos } } }, { text: 'ok' }],
  })
  await using editor = await connectAcp(world)
  await editor.say(await editor.open(), 'plan it')
  expect(editor.told('plan')).toEqual([
    {
      sessionUpdate: 'plan',
      entries: todos.map(({ content, status }) => ({ content, status, priority: 'medium' })),
    },
  ])
})

const question = {
  questions: [
    {
      question: 'Which colour?',
      header: 'Colour',
      options: [
        { label: 'Red', description: 'warm' },
        { label: 'Blue', description: 'cold' },
      ],
      multiSelect: false,
    },
    {
      question: 'Which sizes?',
      header: 'Sizes',
      options: [
        { label: 'S', description: 'small' },
        { label: 'L', description: 'large' },
      ],
      multiSelect: true,
    },
  ],
}
const asks = { replies: [{ tool: { name: 'AskUserQuestion', input: question } }, { text: 'noted' }] }
const lastResult = (world: {
  readonly server: { readonly requests: readonly { readonly body: unknown }[] }
}) => JSON.stringify(world.server.requests.at(-1)?.body)

test('questions to the person become a form where the editor has forms', async () => {
  await using world = await openWorld(asks)
  const forms: CreateElicitationRequest[] = []
  const serve = (app: ClientApp): ClientApp =>
    app.onRequest('elicitation/create', ({ params }) => {
      forms.push(params)
      return { action: 'accept', content: { 0: 'Blue', 1: ['S', 'L'], 'other-0': 'but dark' } }
    })
  await using editor = await connectAcp(world, { serve, capabilities: { elicitation: { form: {} } } })
  await editor.say(await editor.open(), 'ask me')
  expect(forms).toHaveLength(1)
  expect(lastResult(world)).toContain('Which colour? Blue, but dark')
  expect(lastResult(world)).toContain('Which sizes? S, L')
})

const LISTS = { _meta: { capstan: { listsPermissionOptions: true } } }

test('without forms a client that lists the options has each question as a choice, and of several choices one at a time', async () => {
  await using world = await openWorld(asks)
  const picks = ['Red', 'S', 'Done']
  const { asked, serve } = answering(
    ({ options }, round) => options.find(({ name }) => name.startsWith(picks[round - 1] ?? '-'))?.optionId,
  )
  await using editor = await connectAcp(world, { serve, capabilities: LISTS })
  await editor.say(await editor.open(), 'ask me')
  expect(asked.map(({ toolCall, options }) => [toolCall.title, options.map(({ name }) => name)])).toEqual([
    ['Which colour?', ['Red – warm', 'Blue – cold', 'Skip this question']],
    ['Which sizes?', ['S – small', 'L – large', 'Skip this question']],
    ['Which sizes?', ['L – large', 'Done (S)']],
  ])
  expect(lastResult(world)).toContain('Which colour? Red')
  expect(lastResult(world)).toContain('Which sizes? S')
})

test('a client that binds a key to each kind is asked about one choice at a time, and sends none it did not show', async () => {
  await using world = await openWorld(asks)
  const yes = ['Which colour? Blue – cold', 'Which sizes? L – large']
  const { asked, serve } = answering(({ toolCall, options }) => {
    const kind = yes.includes(toolCall.title ?? '') ? 'allow_once' : 'reject_once'
    return options.findLast(option => option.kind === kind)?.optionId
  })
  await using editor = await connectAcp(world, { serve })
  await editor.say(await editor.open(), 'ask me')
  expect(asked.map(({ toolCall }) => toolCall.title)).toEqual([
    'Which colour? Red – warm',
    yes[0],
    'Which sizes? S – small',
    yes[1],
  ])
  for (const { options } of asked)
    expect(options.map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once'])
  expect(lastResult(world)).toContain('Which colour? Blue')
  expect(lastResult(world)).toContain('Which sizes? L')
})

test('a plan is shown, and approved with the mode to begin in', async () => {
  const replies: ScriptedReply[] = []
  await using world = await openWorld({ replies })
  const { asked, serve } = answering(() => 'allow_always')
  await using editor = await connectAcp(world, { serve, args: ['--permission-mode', 'plan'] })
  const session = await editor.open()
  const file = join(world.config, 'plans', planName(session))
  replies.push(
    { tool: { name: 'Write', input: { file_path: file, content: '# Do it\n' } } },
    { tool: { name: 'ExitPlanMode', input: {} } },
    { tool: write },
    { text: 'started' },
  )
  await editor.say(session, 'plan it')
  expect(asked).toMatchObject([
    {
      toolCall: {
        kind: 'switch_mode',
        content: [{ type: 'content', content: { type: 'text', text: '# Do it\n' } }],
      },
      options: [
        { optionId: 'allow', name: 'Yes, and ask before each edit', kind: 'allow_once' },
        { optionId: 'allow_always', name: 'Yes, and accept edits', kind: 'allow_always' },
        { optionId: 'reject', name: 'No, keep planning' },
      ],
    },
  ])
  expect(editor.told('current_mode_update').at(-1)?.currentModeId).toBe('acceptEdits')
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('new\n')
})

test('calls of an agent carry its name and the call that started it', async () => {
  await using world = await openWorld({
    replies: [
      {
        tool: {
          name: 'Agent',
          id: 'toolu_a',
          input: {
            description: 'Look around',
            prompt: 'Read a.txt please',
            subagent_type: 'general-purpose',
          },
        },
      },
      {
        when: { lastUserText: 'Read a.txt please' },
        tool: { name: 'Read', id: 'toolu_r', input: { file_path: 'a.txt' } },
      },
      { when: { toolResult: { tool: 'Read' } }, text: 'It says hello.' },
      { text: 'The agent read it.' },
    ],
  })
  world.put('a.txt', 'hello\n')
  await using editor = await connectAcp(world)
  await editor.say(await editor.open(), 'look')
  expect(editor.told('tool_call')).toMatchObject([
    { toolCallId: 'toolu_a', title: 'Look around', kind: 'think' },
    {
      toolCallId: 'toolu_r',
      title: 'general-purpose: Read a.txt',
      kind: 'read',
      _meta: { capstan: { parentToolCallId: 'toolu_a', agent: { name: 'general-purpose' } } },
    },
  ])
  expect(editor.text()).toBe('The agent read it.')
})

test('a turn that begins by itself, for news of a background command, reaches the client', async () => {
  await using world = await openWorld({
    replies: [
      {
        when: { lastUserText: 'start it' },
        tool: {
          name: 'Bash',
          input: { command: 'until [ -e go ]; do sleep 0.05; done', run_in_background: true },
        },
      },
      { when: { toolResult: { tool: 'Bash' } }, text: 'It runs.' },
      { text: 'The command is done.', repeat: true },
    ],
  })
  const { serve } = answering(() => 'allow')
  await using editor = await connectAcp(world, { serve })
  await editor.say(await editor.open(), 'start it')
  world.put('go', '')
  const text = (): string =>
    editor
      .told('agent_message_chunk')
      .map(({ content }) => (content.type === 'text' ? content.text : ''))
      .join('')
  await eventually(() => text().includes('The command is done.'))
})
