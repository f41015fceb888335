import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createToolbox, readToolSpecs, structuredTool } from '../../src/host/tools/toolbox.ts'
import { plainText, toolUses } from '../../src/protocol/message.ts'
import { createWorld } from '../support/engine-bench.ts'

const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
const resultsOf = (
  requests: readonly { readonly messages: readonly { readonly content: readonly unknown[] }[] }[],
) => JSON.stringify(requests.at(-1)?.messages.at(-1)?.content)

test('reads, edits with a rule, answers: the file is changed and the transcript tells all of it', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\ntwo\n' },
    allow: ['Edit'],
    scenario: {
      replies: [
        { text: 'Looking.', tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: 'three' } } },
        { text: 'Done.' },
      ],
    },
  })
  const end = await world.ask('change two to three')
  expect(end.terminal).toEqual({ kind: 'completed', stopReason: 'end_turn' })
  expect(end.report).toMatchObject({ text: 'Done.', requests: 3, denials: [] })
  expect(end.report.cost).toMatchObject({ linesAdded: 1, linesRemoved: 1, unpricedModels: [] })
  expect(end.report.cost.totalCostUSD).toBeGreaterThan(0)
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('one\nthree\n')
  expect(world.model.violations).toEqual([])
  const entries = lines(world.sessionPath)
  expect(entries.filter(entry => entry.type === 'usage')).toHaveLength(3)
  expect(entries.flatMap(entry => (entry.type === 'usage' ? [] : [entry.type]))).toEqual([
    'prompt-snapshot',
    'attachment',
    'user',
    'assistant',
    'assistant',
    'user',
    'assistant',
    'file-history-snapshot',
    'user',
    'assistant',
    'cost-state',
    'cache-state',
  ])
  const chained = entries.filter(entry => entry.uuid)
  expect(chained.map(entry => entry.parentUuid)).toEqual([
    null,
    ...chained.slice(0, -1).map(entry => entry.uuid),
  ])
  expect(chained[4].toolUseResult).toMatchObject({ type: 'text', file: { content: 'one\ntwo' } })
  expect(statSync(world.sessionPath).mode & 0o777).toBe(0o600)
})

test('what needs permission and has no rule is denied with a reason the model can act on', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tool: { name: 'Write', input: { file_path: 'new.txt', content: 'x' } } },
        {
          text: 'I was not allowed.',
          when: { toolResult: { contains: 'Permission denied', isError: true } },
        },
      ],
    },
  })
  const end = await world.ask('write a file')
  expect(end.report.denials).toEqual([
    {
      tool_name: 'Write',
      tool_use_id: expect.any(String),
      tool_input: { file_path: 'new.txt', content: 'x' },
    },
  ])
  expect(existsSync(join(world.dir, 'new.txt'))).toBe(false)
  expect(world.events.some(event => event.type === 'permission_denied')).toBe(true)
})

test('a deny rule beats an allow rule', async () => {
  await using world = await createWorld({
    files: { 'secret.txt': 'hush' },
    allow: ['Read', 'Bash'],
    deny: ['Read(secret.txt)'],
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Read', input: { file_path: 'secret.txt' } },
            { name: 'Grep', input: { pattern: 'hush' } },
          ],
        },
        { text: 'no' },
      ],
    },
  })
  await world.ask('read it')
  expect(resultsOf(world.model.requests)).not.toContain('hush"')
  expect(resultsOf(world.model.requests)).toContain('Permission denied')
})

test('unknown tools and invalid input come back with what would be right', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Raed', input: {} },
            { name: 'Read', input: { path: 3 } },
          ],
        },
        { text: 'I see.' },
      ],
    },
  })
  const end = await world.ask('go')
  expect(end.terminal.kind).toBe('completed')
  const results = resultsOf(world.model.requests)
  expect(results).toContain('There is no tool named Raed. Did you mean Read?')
  expect(results).toContain('The input does not fit Read')
})

test('the same denied call again and again ends the turn', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'Bash', input: { command: 'rm -rf x' } }, repeat: true }] },
  })
  const end = await world.ask('go')
  expect(end.terminal).toMatchObject({ kind: 'permission_denied_limit' })
  expect(end.report.text).toBe('The turn was ended because the same call was denied 3 times in a row.')
  expect(world.model.requests).toHaveLength(4)
  expect(world.model.violations).toEqual([])
})

test('before a run ends for too many denials the model is warned, and its closing answer is the last word', async () => {
  const call = { tool: { name: 'Bash', input: { command: 'npm test' } } }
  await using world = await createWorld({
    allow: ['Bash(npm run lint:*)'],
    scenario: {
      replies: [
        call,
        {
          when: { toolResult: { contains: 'you may use: commands that only look, Bash(npm run lint:*)' } },
          ...call,
        },
        { when: { toolResult: { contains: 'denied once more, the turn ends' } }, ...call },
        { when: { toolResult: { contains: 'no further call is run' } }, text: 'The tests could not be run.' },
      ],
    },
  })
  const end = await world.ask('go')
  expect([end.terminal.kind, end.report.text]).toEqual([
    'permission_denied_limit',
    'The tests could not be run.',
  ])
  expect(world.model.violations).toEqual([])
})

test("a person's words with a no reach the model as an instruction", async () => {
  await using world = await createWorld({
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'npm test' } } },
        {
          when: {
            toolResult: { contains: 'says: Use the e2e tests instead\n(Their words are your instruction' },
          },
          text: 'As you say.',
        },
      ],
    },
  })
  const answering = (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request')
        await world.engine.send({
          type: 'answer_permission',
          id: event.request.id,
          answer: { behavior: 'deny', message: ' Use the e2e tests instead ' },
        })
  })()
  expect((await world.ask('test')).report.text).toBe('As you say.')
  await world.engine[Symbol.asyncDispose]()
  await answering
})

test('the same call with the same result is reminded at five and ended at ten', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x' },
    scenario: { replies: [{ tool: { name: 'Grep', input: { pattern: 'x' } }, repeat: true }] },
  })
  const end = await world.ask('go')
  expect(end.terminal.kind).toBe('no_progress')
  expect(world.model.requests).toHaveLength(10)
  expect(JSON.stringify(world.model.requests[5]?.messages)).toContain('got the same result each time')
})

test('invariant 5: the budget is checked after every reply and is a hard stop', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x' },
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } }, usage: { input_tokens: 1_000_000 } },
        { text: 'never' },
      ],
    },
    config: config => ({ limits: { ...config.limits, maxBudgetUsd: 1 } }),
  })
  const end = await world.ask('go')
  expect(end.terminal).toMatchObject({ kind: 'budget_usd' })
  expect(world.model.requests).toHaveLength(1)
})

test('invariant 7: one turn at a time; what comes meanwhile waits and is answered in order', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x' },
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'first' } },
        { text: 'one', when: { toolResult: {} } },
        { text: 'two', when: { lastUserText: 'second' } },
        { text: 'three', when: { lastUserText: 'third' } },
      ],
    },
  })
  const ends = await Promise.all([world.ask('first'), world.ask('second'), world.ask('third')])
  expect(ends.map(end => end.report.text)).toEqual(['one', 'two', 'three'])
  const order = world.events.flatMap(event =>
    event.type === 'turn_started' || event.type === 'turn_ended' ? [event.type] : [],
  )
  expect(order).toEqual(Array(3).fill(['turn_started', 'turn_ended']).flat())
})

test('a queued message can join the running turn instead', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x' },
    config: () => ({ queued: 'attach' }),
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { text: 'both', when: { lastUserText: 'and this' } },
      ],
    },
  })
  const first = world.ask('first')
  await world.engine.send({ type: 'submit', content: 'and this' })
  expect((await first).report.text).toBe('both')
  await world.engine.idle()
  expect(world.model.requests).toHaveLength(2)
})

test('a question is put to the person; their answer, changed input and grants count', async () => {
  await using world = await createWorld({
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: {
      replies: [
        { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'model' } } },
        { tool: { name: 'Write', input: { file_path: 'b.txt', content: 'again' } } },
        { text: 'done' },
      ],
    },
  })
  const asked: string[] = []
  const answering = (async () => {
    for await (const event of world.engine.events()) {
      if (event.type !== 'permission_request') continue
      asked.push(event.request.toolName)
      expect(event.request.input).toMatchObject({ file_path: join(world.dir, 'a.txt') })
      await world.engine.send({
        type: 'answer_permission',
        id: event.request.id,
        answer: {
          behavior: 'allow',
          updatedInput: { file_path: join(world.dir, 'a.txt'), content: 'person' },
          updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
        },
      })
    }
  })()
  await world.ask('write')
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('person')
  expect(readFileSync(join(world.dir, 'b.txt'), 'utf8')).toBe('again')
  expect(asked).toEqual(['Write'])
  await world.engine[Symbol.asyncDispose]()
  await answering
})

test('an answer cannot lift a deny rule by changing the input', async () => {
  await using world = await createWorld({
    deny: ['Edit(forbidden.txt)'],
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: {
      replies: [{ tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x' } } }, { text: 'ok' }],
    },
  })
  const answering = (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request')
        await world.engine.send({
          type: 'answer_permission',
          id: event.request.id,
          answer: {
            behavior: 'allow',
            updatedInput: { file_path: join(world.dir, 'forbidden.txt'), content: 'x' },
          },
        })
  })()
  await world.ask('write')
  expect(existsSync(join(world.dir, 'forbidden.txt'))).toBe(false)
  await world.engine[Symbol.asyncDispose]()
  await answering
})

test('an interrupt stops a running command at once and the next turn is valid', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [{ tool: { name: 'Bash', input: { command: 'sleep 60' } } }, { text: 'hello again' }],
    },
  })
  const turn = world.ask('wait')
  for await (const event of world.engine.events())
    if (
      event.type === 'entry' &&
      event.entry.type === 'assistant' &&
      toolUses(event.entry.message.content).length > 0
    )
      break
  await world.engine.send({ type: 'interrupt' })
  expect((await turn).terminal.kind).toMatch(/^aborted_/)
  const next = await world.ask('still there?')
  expect(next.report.text).toBe('hello again')
  expect(world.model.violations).toEqual([])
})

test('history that outgrows the window is summarised, keeps the last request and goes on', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x'.repeat(2_000) },
    config: config => ({
      models: {
        ...config.models,
        rows: [
          {
            id: 'claude-sonnet-4-5',
            window: 12_000,
            maxOutput: 4_000,
            thinking: 'none',
            price: { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 },
          },
        ],
      },
    }),
    scenario: {
      replies: [
        {
          text: '<summary>WHAT HAPPENED</summary>',
          when: { lastUserText: 'about to be replaced' },
          repeat: true,
        },
        { tool: { name: 'Read', input: { file_path: 'a.txt' } }, usage: { input_tokens: 11_000 } },
        { text: 'done', usage: { input_tokens: 500 } },
      ],
    },
  })
  const end = await world.ask('the original request')
  expect(end.terminal.kind).toBe('completed')
  const last = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(last).toContain('WHAT HAPPENED')
  expect(last).toContain('the original request')
  const boundary = lines(world.sessionPath).find(entry => entry.subtype === 'compact_boundary')
  expect(boundary).toMatchObject({ parentUuid: null, logicalParentUuid: expect.any(String) })
  expect(world.model.violations).toEqual([])
})

test('bytes already sent never change: each request begins with the one before', async () => {
  const reads = Array.from({ length: 12 }, (_, index) => ({
    text: `step ${index}`,
    tool: { name: 'Grep', input: { pattern: `p${index}` } },
  }))
  await using world = await createWorld({
    files: { 'a.txt': 'x' },
    scenario: { replies: [...reads, { text: 'done' }, { text: 'more' }] },
  })
  await world.ask('go')
  await world.ask('again')
  const sent = world.model.requests
  for (const [index, request] of sent.entries()) {
    const before = sent[index - 1]
    if (!before) continue
    // The same objects, so the same bytes: serialisation is remembered by identity.
    before.messages.forEach((message, at) => {
      expect(request.messages[at]).toBe(message)
    })
    expect(request.system).toEqual(before.system)
    expect(request.tools).toBe(before.tools)
  }
})

test('a hook rewrites, denies and comments; rules are checked on what it left', async () => {
  const script = (output: unknown) => ({
    type: 'command',
    command: `cat > /dev/null; echo '${JSON.stringify(output)}'`,
  })
  const pre = (fields: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
  await using world = await createWorld({
    files: { 'a.txt': 'alpha', 'b.txt': 'beta', 'secret.txt': 'hush' },
    deny: ['Read(secret.txt)'],
    config: () => ({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Read',
            hooks: [script(pre({ permissionDecision: 'allow', updatedInput: { file_path: 'secret.txt' } }))],
          },
          {
            matcher: 'Write',
            hooks: [script(pre({ permissionDecision: 'deny', permissionDecisionReason: 'closed today' }))],
          },
        ],
        PostToolUse: [{ matcher: 'Grep', hooks: [script({ decision: 'block', reason: 'look again' })] }],
      },
    }),
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Read', input: { file_path: 'a.txt' } },
            { name: 'Write', input: { file_path: 'c', content: '' } },
            { name: 'Grep', input: { pattern: 'alpha' } },
          ],
        },
        { text: 'ok' },
      ],
    },
  })
  await world.ask('go')
  const results = resultsOf(world.model.requests)
  expect(results).not.toContain('hush')
  expect(results).toContain('closed today')
  expect(results).toContain('look again')
})

test('resume goes on with the whole history, and the cost', async () => {
  const first = await createWorld({ scenario: { replies: [{ text: 'My name is Ada.' }] } })
  const end = await first.ask('who are you?')
  await first.engine[Symbol.asyncDispose]()
  await using second = await createWorld({
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
    scenario: { replies: [{ text: 'As I said.' }] },
  })
  const again = await second.ask('again?')
  expect(JSON.stringify(second.model.requests[0]?.messages)).toContain('My name is Ada.')
  expect(again.report.cost.totalCostUSD).toBeGreaterThan(end.report.cost.totalCostUSD)
  expect(second.sessionPath).toBe(first.sessionPath)
  await first[Symbol.asyncDispose]()
})

test('a fork copies the history into a file of its own and leaves the original alone', async () => {
  const first = await createWorld({ scenario: { replies: [{ text: 'one' }] } })
  await first.ask('start')
  await first.engine[Symbol.asyncDispose]()
  const before = readFileSync(first.sessionPath, 'utf8')
  await using second = await createWorld({
    in: first,
    session: { resume: { path: first.sessionPath, fork: true } },
    scenario: { replies: [{ text: 'two' }] },
  })
  await second.ask('other way')
  expect(second.sessionPath).not.toBe(first.sessionPath)
  expect(readFileSync(first.sessionPath, 'utf8')).toBe(before)
  expect(JSON.stringify(second.model.requests[0]?.messages)).toContain('start')
  await first[Symbol.asyncDispose]()
})

test('the last words of a turn are its text, also when it took several blocks', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          content: [
            { type: 'text', text: 'first ' },
            { type: 'text', text: 'second' },
          ],
        },
      ],
    },
  })
  const end = await world.ask('talk')
  expect(end.report.text).toBe('first second')
  const history = await world.engine.query('history')
  expect(
    history.map(message => ('message' in message ? plainText(message.message.content) : message.type)),
  ).toEqual(['attachment', 'talk', 'first ', 'second'])
})

test('a structured answer is checked, corrected and given as it is', async () => {
  const structured = await structuredTool(
    JSON.stringify({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }),
  )
  const specs = await readToolSpecs()
  await using world = await createWorld({
    config: () => ({ tools: createToolbox(specs, { denied: [], structured }) }),
    scenario: {
      replies: [
        { text: 'three' },
        {
          tool: { name: 'StructuredOutput', input: { n: 'three' } },
          when: { lastUserText: 'StructuredOutput' },
        },
        { tool: { name: 'StructuredOutput', input: { n: 3 } }, when: { toolResult: { isError: true } } },
      ],
    },
  })
  const end = await world.ask('a number')
  expect(end.terminal.kind).toBe('completed')
  expect(end.report.structuredOutput).toEqual({ n: 3 })
  expect(world.kinds().filter(kind => kind === 'structured_output_retry')).toHaveLength(1)
})

test('after a compaction a file that was read before is shown whole again', async () => {
  const read = { name: 'Read', input: { file_path: 'a.txt' } }
  await using world = await createWorld({
    files: { 'a.txt': 'remember me\n' },
    config: config => ({
      models: {
        ...config.models,
        rows: [{ id: 'claude-sonnet-4-5', window: 12_000, maxOutput: 4_000, thinking: 'none' }],
      },
    }),
    scenario: {
      replies: [
        { text: '<summary>a file was read</summary>', when: { lastUserText: 'about to be replaced' } },
        { tool: read, usage: { input_tokens: 11_000 } },
        { tool: read, usage: { input_tokens: 500 } },
        { text: 'done', when: { toolResult: { contains: 'remember me' } } },
      ],
    },
  })
  expect((await world.ask('read it')).report.text).toBe('done')
})
