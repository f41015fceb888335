import { expect, test } from 'vitest'
import * as z from 'zod'
import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import type { CallRequest } from '../../loop/turn.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { presentInput } from '../../protocol/messages/presentation.ts'
import { because, type Decision, type Policy } from '../../protocol/permission.ts'
import { type Tool, ToolError, type ToolSpec } from '../../protocol/tool.ts'
import { type CallDeps, createCallRunner } from './call-runner.ts'
import { ProgressGuard } from './progress-guard.ts'

const allowed: Decision = {
  verdict: 'allow',
  because: because('other', verbatim('fine')),
  offer: [],
  readOnly: true,
}
const quiet = async () => ({ context: [], messages: [] })
const spec: ToolSpec = { name: 'Say', description: '', input_schema: { required: ['word'] } }

const secretsWith = (more: Partial<SessionSecrets>): CallDeps['secrets'] => ({
  ready: async () => ({
    redact: value => value,
    redactInTurns: async value => (more.redact ?? (same => same))(value),
    redactFile: () => undefined,
    restore: edit => edit,
    markedCommand: () => undefined,
    refuseMarkers: () => undefined,
    ...more,
  }),
})

const make = (more: Partial<Tool> = {}, unseen = false, given: Partial<CallDeps> = {}) => {
  const ran: unknown[] = []
  const tool: Tool = {
    name: 'Say',
    present: presentInput,
    description: '',
    input: z.object({ word: z.string() }),
    access: () => [],
    async *run(input) {
      yield* []
      ran.push(input)
      return input
    },
    show: () => [{ type: 'text', text: 'x'.repeat(100) }],
    ...more,
  }
  const deps: CallDeps = {
    tools: () => ({ specs: [spec], load: async name => (name === 'Say' ? tool : undefined) }),
    toolset: { unseen: () => (unseen ? spec : undefined) },
    results: { fit: ({ id, blocks, maxChars }) => `${id}: ${blocks.length} of at most ${maxChars ?? 'any'}` },
    secrets: secretsWith({}),
    maxParallel: 1,
    policy: () => ({}) as Policy,
    judge: () => allowed,
    watch: (_, act) => act(),
    preToolUse: quiet,
    postToolUse: quiet,
    hasPreToolUse: () => false,
    grant: () => undefined,
    newId: () => 'id',
    cwd: () => '/',
    call: () => ({}) as ReturnType<CallDeps['call']>,
    onStructured: () => undefined,
    onStructuredMiss: () => undefined,
    interrupt: () => undefined,
    stopTurn: () => undefined,
    onDenied: () => undefined,
    last: { refuses: () => undefined },
    onRan: () => undefined,
    emit: () => undefined,
    guard: new ProgressGuard(),
    elapsed: () => 0,
    log: () => undefined,
    ...given,
  }
  const runner = createCallRunner(deps)
  const run = (call: CallRequest) => runner.run(call, new AbortController().signal)
  return { runner, run, ran, tool }
}
const call = (input: unknown): CallRequest => ({ block: { type: 'tool_use', id: 't1', name: 'Say', input } })

test('a call that leaves a trace counts as one that changed something', async () => {
  expect(await make().runner.plan(call({ word: 'x' }))).toMatchObject({ readOnly: true })
  expect(await make({ leavesTrace: true }).runner.plan(call({ word: 'x' }))).toMatchObject({
    readOnly: false,
  })
})

test('calls stay parallel when a hook is set for them, and looks outlive a failing sibling', async () => {
  const hooked = { hasPreToolUse: () => true }
  const parallel = { parallel: (_: unknown, { readOnly }: { readonly readOnly: boolean }) => readOnly }
  expect(await make(parallel, false, hooked).runner.plan(call({ word: 'x' }))).toMatchObject({
    parallel: true,
    readOnly: false,
    survivesSiblings: true,
  })
  const writes = { ...parallel, access: () => [{ kind: 'write', path: '/a' } as const] }
  const judged = { judge: () => ({ ...allowed, readOnly: false }) }
  expect(await make(writes, false, judged).runner.plan(call({ word: 'x' }))).toMatchObject({
    parallel: false,
    survivesSiblings: false,
  })
})

test('a wrong input tells the schema only to a model that has not seen it', async () => {
  const fault =
    'The input does not fit Say. Nothing was run.\n- word: Invalid input: expected string, received undefined'
  expect((await make().run(call({}))).result.content).toBe(fault)
  const { run } = make({}, true)
  expect((await run(call({}))).result.content).toBe(`${fault}\nThe input has to fit: {"required":["word"]}`)
})

test('what only others may put into the input is taken out of what the model wrote', async () => {
  const { run, ran } = make({ fromModel: () => ({ word: 'clean' }) })
  await run(call({ word: 'forged' }))
  expect(ran).toEqual([{ word: 'clean' }])
})

test('every result goes through the budget, with the limit of its tool', async () => {
  expect((await make({ maxResultChars: 5 }).run(call({ word: 'x' }))).result.content).toBe(
    't1: 1 of at most 5',
  )
  expect((await make().run(call({ word: 'x' }))).result.content).toBe('t1: 1 of at most any')
})

const hush = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll('hidden', '[-]'))
const secrets = secretsWith({
  redact: <T>(value: T) => (value === undefined ? value : (hush(value) as T)),
  markedCommand: accesses => (accesses.length > 0 ? verbatim('marked') : undefined),
})

test('hooks, progress, result and output get what is left after redaction', async () => {
  const seen: unknown[] = []
  const { run } = make(
    {
      async *run() {
        yield { text: 'hidden 1' }
        return { said: 'hidden 2' }
      },
      show: output => [{ type: 'text', text: `${(output as { said: string }).said} hidden 3` }],
    },
    false,
    {
      secrets,
      results: { fit: ({ blocks }) => blocks },
      emit: event => {
        if (event.type !== 'tool_started') seen.push(event.type === 'tool_progress' && event.text)
      },
      postToolUse: async ({ output }) => {
        seen.push(output)
        return { context: ['hidden 4'], messages: [], updatedOutput: { said: 'new hidden' } }
      },
    },
  )
  const { result, output, context } = await run(call({ word: 'x' }))
  expect([seen, result.content, output, context]).toEqual([
    ['[-] 1', { said: '[-] 2' }],
    [{ type: 'text', text: 'new [-] [-] 3' }],
    { said: 'new [-]' },
    ['A hook says about your Say call: [-] 4'],
  ])
})

test('what hooks say beside a result names them and the call it is about', async () => {
  const { run } = make({}, false, {
    preToolUse: async () => ({ context: ['a generated file'], messages: [] }),
    postToolUse: async () => ({ context: ['formatted'], messages: [], reason: 'no licence header' }),
  })
  expect((await run(call({ word: 'x' }))).context).toEqual([
    'A hook says about your Say call: a generated file',
    'A hook objects to your Say call: no licence header',
    'A hook says about your Say call: formatted',
  ])
})

test('errors are redacted, those of a tool and our own', async () => {
  const failing = (error: Error) =>
    make(
      {
        async *run() {
          yield* []
          throw error
        },
      },
      false,
      { secrets, results: { fit: ({ blocks }) => blocks } },
    ).run(call({ word: 'x' }))
  expect((await failing(new ToolError(verbatim('line 3: hidden')))).result.content).toEqual([
    { type: 'text', text: 'line 3: [-]' },
  ])
  expect((await failing(new Error('bad hidden'))).result.content).toBe('Say failed inside Capstan: bad [-]')
})

test('a command with a marker is a fault before anybody is asked', async () => {
  const { run, ran } = make({ access: () => [{ kind: 'shell', command: 'x' }] }, false, {
    secrets,
    judge: () => {
      throw new Error('nobody is asked')
    },
  })
  expect([(await run(call({ word: 'x' }))).result, ran]).toEqual([
    { type: 'tool_result', tool_use_id: 't1', content: 'marked', is_error: true },
    [],
  ])
})

test('a key the tool does not know is told beside the result, unless the tool takes it after all', async () => {
  const known = { ...spec, input_schema: { properties: { word: {} }, required: ['word'] } }
  const run = async (input: z.ZodType) => {
    const { runner } = make({ input }, false, {
      tools: () => ({ specs: [known], load: async () => make({ input }).tool }),
    })
    const block = { type: 'tool_use', id: 'a', name: 'Say', input: { word: 'hi', wrod: 'ho' } } as const
    return (await runner.run({ block }, new AbortController().signal)).context
  }
  expect(await run(z.object({ word: z.string() }))).toEqual([
    'Ignored in your Say call: Say has no "wrod"; it takes word (required).',
  ])
  expect(await run(z.looseObject({ word: z.string() }))).toBeUndefined()
})

test('what the model wrote where only others may write is told as ignored', async () => {
  const known = { ...spec, input_schema: { properties: { word: {} }, required: ['word'] } }
  const more: Partial<Tool> = {
    input: z.object({ word: z.string(), answer: z.string().optional() }),
    fromModel: input => ({ word: (input as { word: string }).word }),
  }
  const made = make(more, false, { tools: () => ({ specs: [known], load: async () => made.tool }) })
  const { context } = await made.run(call({ word: 'hi', answer: 'forged' }))
  expect(made.ran).toEqual([{ word: 'hi' }])
  expect(context).toEqual(['Ignored in your Say call: Say has no "answer"; it takes word (required).'])
})

const WORDS: ToolSpec = {
  name: 'Say',
  description: '',
  input_schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
}
const tools = (load: () => Tool): Pick<CallDeps, 'tools'> => ({
  tools: () => ({ specs: [WORDS], load: async name => (name === 'Say' ? load() : undefined) }),
})

test('a call that was repaired is run, and the result tells the model what was repaired', async () => {
  const made = make(
    {},
    false,
    tools(() => made.tool),
  )
  const { context } = await made.run({
    block: { type: 'tool_use', id: 't1', name: 'say', input: { Word: 'hi' } },
    repaired: ['single quotes'],
  })
  expect(made.ran).toEqual([{ word: 'hi' }])
  expect(context).toEqual([
    'Repaired in your say call: the input was not valid JSON (single quotes); the tool is called Say; Word is called word. Write it correctly next time.',
  ])
})

test('a call that cannot be repaired is answered with what was wrong and what the tool takes', async () => {
  const made = make(
    {},
    false,
    tools(() => made.tool),
  )
  const answers = [
    await made.run({ ...call({}), badInput: { text: '{"word"', error: 'Unexpected end' } }),
    await made.run(call({ word: {} })),
    await made.run({ block: { type: 'tool_use', id: 't1', name: 'Sayy', input: {} } }),
  ].map(({ result }) => result.content)
  expect(answers).toEqual([
    'The input of this Say call was not valid JSON (Unexpected end). Nothing was run. Send the call again with complete, valid JSON. Say takes {word: string}.',
    expect.stringMatching(/^The input does not fit Say[\s\S]*Say takes \{word: string\}\.$/),
    'There is no tool named Sayy. Did you mean Say?',
  ])
  expect(made.ran).toEqual([])
})

const READS: Decision = { ...allowed, readOnly: true }
const shell = { kind: 'shell', command: 'ls' } as const
const server = { kind: 'mcp', server: 's', tool: 't' } as const

test.each<[string, Partial<Tool>, Partial<CallDeps>, boolean]>([
  ['a command that only reads', { access: () => [shell] }, {}, true],
  ['a file that is read', { access: () => [{ kind: 'read', path: '/a' }] }, {}, true],
  ['a tool a server calls read-only', { access: () => [{ ...server, hint: 'read-only' }] }, {}, true],
  ['a list of what a server has', { access: () => [{ ...server, lists: true }] }, {}, true],
  ['a tool a server says nothing of', { access: () => [server] }, {}, false],
  ['a tool a server calls destructive', { access: () => [{ ...server, hint: 'destructive' }] }, {}, false],
  ['a read-only tool that also writes', { access: () => [shell, { kind: 'write', path: '/a' }] }, {}, false],
  [
    'a command that may change things',
    { access: () => [shell] },
    { judge: () => ({ ...READS, readOnly: false }) },
    false,
  ],
  ['nothing that is touched', { access: () => [] }, {}, false],
  ['what leaves a trace', { access: () => [shell], leavesTrace: true }, {}, false],
  [
    'what a hook had a word for the person about',
    { access: () => [shell] },
    { postToolUse: async () => ({ context: [], messages: [verbatim('careful')] }) },
    false,
  ],
  [
    'what a hook had a word for the person about before',
    { access: () => [shell] },
    { preToolUse: async () => ({ context: [], messages: [verbatim('careful')] }) },
    false,
  ],
  [
    'what the person was asked about',
    { access: () => [shell] },
    { judge: () => ({ ...READS, verdict: 'ask' }), ask: async () => ({ behavior: 'allow' }) },
    false,
  ],
])('a look is recorded as one: %s', async (_, tool, deps, look) => {
  const { runner } = make(tool, false, deps)
  const outcome = await runner.run(
    { block: { type: 'tool_use', id: 'c', name: 'Say', input: { word: 'w' } } } as CallRequest,
    new AbortController().signal,
  )
  expect(outcome.ran).toBeDefined()
  expect(outcome.ran?.look ?? false).toBe(look)
})
