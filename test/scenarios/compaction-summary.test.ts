import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OpError } from '../../src/protocol/op.ts'
import {
  createCompactionWorld,
  linesOf,
  noticesOf,
  opening,
  resumeWorld,
  SUMMARY,
  sentBy,
  used,
} from '../support/compaction-world.ts'

const read = { name: 'Read', input: { file_path: 'a.txt' } }
const files = { 'a.txt': 'remember me\n' }
/** What the model itself says in a request, word for word. */
const repliesIn = (messages: string): readonly string[] =>
  (JSON.parse(messages) as { role: string; content: { text?: string }[] }[])
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => content.map(({ text = '' }) => text))
const boundaryOf = (path: string) => linesOf(path).find(entry => entry.subtype === 'compact_boundary')

test('auto: the summary is asked for behind the very bytes of the conversation, and work goes on from it', async () => {
  await using world = await createCompactionWorld({
    files,
    replies: [SUMMARY, { tool: read, ...used(11_000) }, { text: 'done', ...used(500) }],
  })
  const end = await world.ask('the original request')
  expect(end.terminal.kind).toBe('completed')
  const [first = '', asked = '', next = ''] = sentBy(world)
  expect(asked.startsWith(opening(first))).toBe(true)
  expect(world.model.requests[1]).toMatchObject({
    source: 'compact',
    system: world.model.requests[0]?.system,
    tools: world.model.requests[0]?.tools,
  })
  expect(next).toContain('WHAT HAPPENED')
  expect(next).not.toContain('scratch')
  expect(next).toContain('the original request')
  expect(boundaryOf(world.sessionPath)).toMatchObject({
    parentUuid: null,
    logicalParentUuid: expect.any(String),
    compactMetadata: {
      trigger: 'auto',
      by: 'full-compact',
      lastUuid: expect.any(String),
      postTokens: expect.any(Number),
    },
  })
  expect(world.model.violations).toEqual([])
})

test('auto: a resumed session begins with the bytes of the last request before it', async () => {
  await using world = await createCompactionWorld({
    files,
    replies: [SUMMARY, { tool: read, ...used(11_000) }, { text: 'done', ...used(500) }],
  })
  await world.ask('the original request')
  await world.engine[Symbol.asyncDispose]()
  await using again = await resumeWorld(world, { replies: [{ text: 'hello again' }] })
  await again.ask('go on')
  expect(sentBy(again)[0]?.startsWith(opening(sentBy(world).at(-1) ?? ''))).toBe(true)
})

test('files read before are given again as they are now, and may be edited without another Read', async () => {
  await using world = await createCompactionWorld({
    files,
    allow: ['Edit'],
    replies: [
      SUMMARY,
      { tool: read, ...used(11_000) },
      {
        tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'remember', new_string: 'forget' } },
        ...used(500),
      },
      { text: 'done', ...used(500) },
    ],
  })
  await world.ask('read and edit')
  expect(sentBy(world)[2]).toContain('1→remember me')
  expect(readFileSync(`${world.dir}/a.txt`, 'utf8')).toBe('forget me\n')
})

test('reactive: a refused prompt is summed up once; resume goes on from it', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    replies: [
      SUMMARY,
      { text: 'answer one' },
      { when: { lastUserText: 'second' }, fault: 'prompt_too_long', times: 1 },
      { text: 'answer two' },
    ],
  })
  await world.ask('first')
  const end = await world.ask('second')
  expect(end.report.text).toBe('answer two')
  expect(world.kinds()).toContain('reactive_compact_retry')
  expect(boundaryOf(world.sessionPath)).toMatchObject({ compactMetadata: { trigger: 'reactive' } })
  await world.engine[Symbol.asyncDispose]()
  await using again = await resumeWorld(world, { replies: [{ text: 'three' }] })
  await again.ask('third')
  expect(sentBy(again)[0]?.startsWith(opening(sentBy(world).at(-1) ?? ''))).toBe(true)
})

describe('a person asks for it', () => {
  const talk = [{ text: 'answer one' }, { text: 'answer two' }, { text: 'answer three' }]

  test('the report says what was done, and the next request begins with the summary', async () => {
    await using world = await createCompactionWorld({ window: 200_000, replies: [SUMMARY, ...talk] })
    await world.ask('first')
    const report = await world.engine.compact({ instructions: 'the numbers' })
    expect(report).toEqual({
      before: expect.any(Number),
      after: expect.any(Number),
      by: 'full-compact',
      summary: 'WHAT HAPPENED',
      carried: expect.arrayContaining([expect.objectContaining({ kind: 'request', text: 'first' })]),
      boundaryUuid: boundaryOf(world.sessionPath)?.uuid,
    })
    expect(sentBy(world)[1]).toContain('dwell on: the numbers')
    await world.ask('second')
    expect(sentBy(world)[2]).toContain('WHAT HAPPENED')
    expect(repliesIn(sentBy(world)[2] ?? '')).toEqual([])
    expect(world.model.violations).toEqual([])
  })

  test('a preview says the same and writes nothing', async () => {
    await using world = await createCompactionWorld({ window: 200_000, replies: [SUMMARY, ...talk] })
    await world.ask('first')
    const conversation = () => linesOf(world.sessionPath).filter(entry => entry['type'] !== 'usage')
    const before = conversation()
    const report = await world.engine.compact({ preview: true })
    expect(report).toMatchObject({ summary: 'WHAT HAPPENED', by: 'full-compact' })
    expect(report.boundaryUuid).toBeUndefined()
    expect(conversation()).toEqual(before)
    await world.ask('second')
    expect(
      sentBy(world)
        .at(-1)
        ?.startsWith(opening(sentBy(world)[0] ?? '')),
    ).toBe(true)
  })

  test.each(['before', 'after'] as const)(
    'only what stands %s a message; resume comes to the same',
    async side => {
      await using world = await createCompactionWorld({ window: 200_000, replies: [SUMMARY, ...talk] })
      await world.ask('first')
      await world.ask('second')
      const second = linesOf(world.sessionPath).find(entry => JSON.stringify(entry).includes('"second"'))
      await world.engine.compact({ part: { messageUuid: second?.uuid ?? '', side } })
      await world.ask('third')
      const last = sentBy(world).at(-1) ?? ''
      expect(last).toContain('WHAT HAPPENED')
      expect(repliesIn(last)).toEqual([side === 'after' ? 'answer one' : 'answer two'])
      await world.engine[Symbol.asyncDispose]()
      await using again = await resumeWorld(world, { window: 200_000, replies: [{ text: 'four' }] })
      await again.ask('fourth')
      expect(sentBy(again)[0]?.startsWith(opening(last))).toBe(true)
      expect(world.model.violations).toEqual([])
    },
  )

  test('not during a turn, not before anything was said, and a failure leaves everything as it was', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      replies: [{ when: { lastUserText: 'about to be' }, fault: { kind: 'status', status: 400 } }, ...talk],
    })
    await expect(world.engine.compact({})).rejects.toThrow(OpError)
    const turn = world.ask('first')
    await expect(world.engine.compact({})).rejects.toThrow('while a turn is running')
    await turn
    await expect(world.engine.compact({})).rejects.toThrow('Nothing was changed')
    await world.ask('second')
    expect(
      sentBy(world)
        .at(-1)
        ?.startsWith(opening(sentBy(world)[0] ?? '')),
    ).toBe(true)
  })

  test('it can be undone: the session is taken up at the message before it', async () => {
    await using world = await createCompactionWorld({ window: 200_000, replies: [SUMMARY, ...talk] })
    await world.ask('first')
    await world.engine.compact({})
    await world.engine[Symbol.asyncDispose]()
    const at = String(boundaryOf(world.sessionPath)?.['logicalParentUuid'])
    await using again = await resumeWorld(world, { window: 200_000, at, replies: [{ text: 'two' }] })
    await again.ask('second')
    expect(repliesIn(sentBy(again)[0] ?? '')).toEqual(['answer one'])
    expect(sentBy(again)[0]).not.toContain('WHAT HAPPENED')
  })
})

test('a summary that fails three times is not tried again; the session goes on and nothing is lost', async () => {
  await using world = await createCompactionWorld({
    files,
    replies: [
      {
        when: { lastUserText: 'about to be replaced' },
        fault: { kind: 'status', status: 400 },
        repeat: true,
      },
      { text: 'fine', ...used(10_300), repeat: true },
    ],
  })
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six'])
    expect((await world.ask(`say ${text}`)).terminal.kind).toBe('completed')
  const summaries = world.model.requests.filter(({ source }) => source === 'compact')
  expect(summaries).toHaveLength(3)
  const notices = noticesOf(world)
  expect(notices.filter(text => text.includes('Continuing with the full conversation'))).toHaveLength(3)
  expect(notices.filter(text => text.includes("won't run automatically again"))).toHaveLength(1)
  const last = sentBy(world).at(-1)
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) expect(last).toContain(`say ${text}`)
  expect(world.model.violations).toEqual([])
})

test('hooks: PreCompact may refuse, PostCompact is told, SessionStart speaks to the model', async () => {
  const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
  await using world = await createCompactionWorld({
    window: 200_000,
    replies: [SUMMARY, { text: 'one' }, { text: 'two' }],
    more: {
      hooks: {
        PreCompact: hook('cat > pre.json'),
        PostCompact: hook('cat > post.json'),
        SessionStart: [
          { matcher: 'compact', hooks: [{ type: 'command', command: 'echo the build is green' }] },
        ],
      },
    },
  })
  await world.ask('first')
  await world.engine.compact({ instructions: 'tests' })
  await world.ask('second')
  const said = (name: string) => JSON.parse(readFileSync(`${world.dir}/${name}.json`, 'utf8'))
  expect(said('pre')).toMatchObject({
    hook_event_name: 'PreCompact',
    trigger: 'manual',
    custom_instructions: 'tests',
  })
  expect(said('post')).toMatchObject({ hook_event_name: 'PostCompact', compact_summary: 'WHAT HAPPENED' })
  expect(sentBy(world).at(-1)).toContain('the build is green')
})

test('a PreCompact hook that objects is obeyed and heard', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    replies: [{ text: 'one' }],
    more: { hooks: { PreCompact: [{ hooks: [{ type: 'command', command: 'echo not now >&2; exit 2' }] }] } },
  })
  await world.ask('first')
  await expect(world.engine.compact({})).rejects.toThrow('not now')
  expect(world.model.requests).toHaveLength(1)
})

test('with automatic compaction off the person is warned once, and then nothing larger is sent', async () => {
  await using world = await createCompactionWorld({
    more: { autoCompact: false },
    replies: [
      { text: 'one', ...used(9_800) },
      { text: 'two', ...used(9_900) },
      { text: 'three', ...used(20_000) },
    ],
  })
  for (const text of ['a', 'b', 'c']) expect((await world.ask(text)).terminal.kind).toBe('completed')
  expect((await world.ask('d')).terminal).toMatchObject({ kind: 'blocking_limit' })
  expect(noticesOf(world).filter(text => text.includes('auto-compact is off'))).toHaveLength(1)
  expect(world.model.requests).toHaveLength(3)
})

test('a file that was read before a clear does not come back with a compaction after it', async () => {
  await using world = await createCompactionWorld({
    files,
    replies: [
      SUMMARY,
      { tool: read },
      { text: 'read' },
      { text: 'hello', ...used(500) },
      { text: 'done', ...used(500) },
    ],
  })
  await world.ask('read it')
  await world.engine.send({ type: 'clear' })
  await world.ask('hello')
  await world.engine.compact({})
  await world.ask('go on')
  const last = sentBy(world).at(-1)
  expect(last).toContain('WHAT HAPPENED')
  expect(last).not.toContain('remember me')
})
