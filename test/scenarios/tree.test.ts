import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpError } from '../../src/protocol/op.ts'
import type { SessionTree } from '../../src/protocol/session/session-tree.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

const start = (options: WorldOptions): Promise<World> =>
  createWorld({ allow: ['Bash', 'Edit', 'Write', 'Read'], ...options })
const write = (file: string, content: string) => ({
  tool: { name: 'Bash', input: { command: `printf '${content}' > ${file}` } },
})
const say = (text: string) => ({ text })

const prompts = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'turn_started' ? [event.turn.userMessageUuid] : []))
const read = (world: World, name: string): string => readFileSync(join(world.dir, name), 'utf8')
const titles = (tree: SessionTree, which: (node: SessionTree['prompts'][number]) => boolean) =>
  tree.prompts.filter(which).map(node => node.title)
/** Texts of the last request, roles in front. */
const lastRequest = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages)

const resume = (world: World, replies: readonly object[]): Promise<World> =>
  start({
    scenario: { replies: replies as never },
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
  })

test('a message in place of an earlier one begins a branch; nothing is deleted and the tree shows both', async () => {
  await using world = await start({ scenario: { replies: [say('A'), say('B'), say('C')] } })
  await world.ask('first')
  await world.ask('second')
  const [first = '', second = ''] = prompts(world)
  await world.engine.send({ type: 'submit', content: 'other second', insteadOf: second })
  await world.engine.idle()
  expect(lastRequest(world)).toContain('first')
  expect(lastRequest(world)).toContain('other second')
  expect(lastRequest(world)).not.toContain('"second"')
  const tree = await world.engine.query('tree')
  const [, , other = ''] = prompts(world)
  expect(tree).toEqual({
    current: other,
    prompts: [
      expect.objectContaining({
        uuid: first,
        parent: null,
        children: [second, other],
        current: true,
        leaf: false,
      }),
      expect.objectContaining({ uuid: second, parent: first, children: [], current: false, leaf: true }),
      expect.objectContaining({
        uuid: other,
        parent: first,
        title: 'other second',
        current: true,
        leaf: true,
      }),
    ],
  })
})

test('a rewind of conversation and code lists first, takes both back, and a resume opens the same place', async () => {
  await using world = await start({
    files: { 'a.txt': 'zero' },
    scenario: {
      replies: [
        write('a.txt', 'one'),
        say('A'),
        write('a.txt', 'two'),
        say('B'),
        write('a.txt', 'new'),
        say('C'),
      ],
    },
  })
  await world.ask('write one')
  await world.ask('write two')
  const [, second = ''] = prompts(world)
  const request = { messageUuid: second, what: 'both' } as const
  const plan = await world.engine.rewind({ ...request, dryRun: true })
  expect(plan).toMatchObject({
    canMove: true,
    conversation: { left: [second], taken: [], prompt: 'write two', undoesCompaction: false },
    files: { canRewind: true, files: [{ path: join(world.dir, 'a.txt'), action: 'restore' }] },
  })
  expect(read(world, 'a.txt')).toBe('two')
  expect(await world.engine.rewind(request)).toMatchObject({
    canMove: true,
    files: { undo: expect.any(String) },
  })
  expect(read(world, 'a.txt')).toBe('one')
  const history = await world.engine.query('history')
  expect(JSON.stringify(history)).not.toContain('write two"')
  expect(titles(await world.engine.query('tree'), node => node.current)).toEqual(['write one'])
  await world.engine[Symbol.asyncDispose]()
  expect(world.kinds().slice(-3)).toEqual(['entry', 'files_rewound', 'branch_changed'])
  await using again = await resume(world, [say('D')])
  await again.ask('go on')
  expect(lastRequest(again)).toContain('write one')
  expect(lastRequest(again)).not.toContain('write two')
  expect(titles(await again.engine.query('tree'), node => node.leaf)).toEqual(['write two', 'go on'])
})

test('a switch to another branch brings its files; edits of the person are kept and named', async () => {
  await using world = await start({
    files: { 'a.txt': 'zero', 'mine.txt': 'm' },
    scenario: {
      replies: [
        write('a.txt', 'left'),
        say('L'),
        {
          tool: {
            name: 'Bash',
            input: { command: 'printf right > a.txt; printf r > mine.txt; printf n > new.txt' },
          },
        },
        say('R'),
        write('a.txt', 'left again'),
        say('L2'),
      ],
    },
  })
  await world.ask('left')
  const [left = ''] = prompts(world)
  await world.engine.rewind({ messageUuid: left, what: 'both' })
  expect(read(world, 'a.txt')).toBe('zero')
  await world.ask('right')
  const [, right = ''] = prompts(world)
  writeFileSync(join(world.dir, 'mine.txt'), 'edited by hand')
  const over = { messageUuid: left, what: 'both', to: 'end' } as const
  expect(await world.engine.rewind({ ...over, dryRun: true })).toMatchObject({
    canMove: true,
    conversation: { left: [right], taken: [left] },
    files: {
      files: [
        { path: join(world.dir, 'a.txt'), action: 'restore' },
        { path: join(world.dir, 'new.txt'), action: 'delete' },
      ],
      kept: [{ path: join(world.dir, 'mine.txt'), why: 'somebody else has changed it since' }],
    },
  })
  await world.engine.send({ type: 'switch_branch', messageUuid: left })
  expect([read(world, 'a.txt'), read(world, 'mine.txt')]).toEqual(['left', 'edited by hand'])
  await world.ask('more')
  expect(lastRequest(world)).not.toContain('"right"')
  expect(read(world, 'a.txt')).toBe('left again')
  await world.engine.send({ type: 'switch_branch', messageUuid: right })
  expect([read(world, 'a.txt'), read(world, 'new.txt')]).toEqual(['right', 'n'])
  expect(titles(await world.engine.query('tree'), node => node.current)).toEqual(['right'])
  await world.engine.send({ type: 'switch_branch', messageUuid: left })
  expect(read(world, 'a.txt')).toBe('left again')
  await world.engine[Symbol.asyncDispose]()
  await using again = await resume(world, [])
  await again.engine.send({ type: 'switch_branch', messageUuid: right })
  expect([read(again, 'a.txt'), read(again, 'new.txt')]).toEqual(['right', 'n'])
  expect(titles(await again.engine.query('tree'), node => node.current)).toEqual(['right'])
})

test('code that was rewound while the conversation stayed is how its branch is found again', async () => {
  await using world = await start({
    files: { 'a.txt': 'zero' },
    scenario: { replies: [write('a.txt', 'one'), say('A'), write('a.txt', 'two'), say('B')] },
  })
  await world.ask('first')
  const [first = ''] = prompts(world)
  await world.engine.rewind({ messageUuid: first, what: 'code' })
  expect(read(world, 'a.txt')).toBe('zero')
  await world.engine.rewind({ messageUuid: first, what: 'conversation' })
  await world.ask('second')
  await world.engine.send({ type: 'switch_branch', messageUuid: first })
  expect(read(world, 'a.txt')).toBe('zero')
})

test('a conclusion of another branch is told to the model on this one', async () => {
  await using world = await start({ scenario: { replies: [say('The port is 4711.'), say('Fine.')] } })
  await world.ask('which port?')
  const [first = ''] = prompts(world)
  await world.engine.rewind({ messageUuid: first, what: 'conversation' })
  const answer = (await world.engine.query('tree')).prompts[0]?.answer ?? ''
  await world.engine.send({ type: 'bring_back', messageUuid: answer })
  await world.ask('go on')
  expect(lastRequest(world)).toContain('in answer to \\"which port?\\"')
  expect(lastRequest(world)).toContain('The port is 4711.')
  await expect(world.engine.send({ type: 'bring_back', messageUuid: first })).rejects.toThrow(OpError)
})

test('a rewind to before a compaction undoes it', async () => {
  const big = { usage: { input_tokens: 190_000 } }
  await using world = await start({
    scenario: {
      replies: [{ text: 'A', ...big }, say('<summary>short</summary>'), say('B'), say('C')],
    },
  })
  await world.ask('first')
  await world.ask('second')
  expect((await world.engine.query('history'))[0]).toMatchObject({ subtype: 'compact_boundary' })
  const [, second = ''] = prompts(world)
  expect((await world.engine.query('tree')).prompts).toMatchObject([
    { title: 'first' },
    { title: 'second', compacted: true },
  ])
  const report = await world.engine.rewind({ messageUuid: second, what: 'conversation' })
  expect(report).toMatchObject({ canMove: true, conversation: { undoesCompaction: true } })
  const history = await world.engine.query('history')
  expect(JSON.stringify(history)).toContain('"A"')
  expect(history.some(message => message.type === 'system' && message.subtype === 'compact_boundary')).toBe(
    false,
  )
  await world.engine[Symbol.asyncDispose]()
  await using again = await resume(world, [])
  expect((await again.engine.query('history')).map(message => message.uuid)).toEqual(
    history.map(message => message.uuid),
  )
})

test('unknown messages, a running turn and a session without a file refuse, and nothing moves', async () => {
  await using world = await start({
    files: { 'a.txt': 'x' },
    scenario: { replies: [say('A'), { tool: { name: 'Bash', input: { command: 'sleep 30' } } }, say('B')] },
  })
  expect(await world.engine.query('tree')).toEqual({ prompts: [], current: null })
  await world.ask('first')
  const [first = ''] = prompts(world)
  const before = await world.engine.query('history')
  expect(await world.engine.rewind({ messageUuid: 'nope', what: 'both' })).toEqual({
    canMove: false,
    error: 'There is no message nope of yours in this session.',
    localized: {
      id: 'resuming.no_message_of_yours',
      values: { id: 'nope' },
      text: 'There is no message nope of yours in this session.',
    },
  })
  await expect(world.engine.send({ type: 'switch_branch', messageUuid: 'nope' })).rejects.toThrow(OpError)
  await expect(world.engine.send({ type: 'submit', content: 'x', insteadOf: 'nope' })).rejects.toThrow(
    OpError,
  )
  expect(await world.engine.query('history')).toEqual(before)
  const running = world.ask('sleep')
  await expect(world.engine.rewind({ messageUuid: first, what: 'both' })).rejects.toThrow(OpError)
  expect(await world.engine.rewind({ messageUuid: first, what: 'conversation', dryRun: true })).toMatchObject(
    {
      canMove: true,
    },
  )
  await world.engine.send({ type: 'interrupt' })
  await running
  await using bare = await start({ scenario: { replies: [say('A')] }, session: { persist: false } })
  await bare.ask('first')
  expect(await bare.engine.rewind({ messageUuid: prompts(bare)[0] ?? '', what: 'both' })).toMatchObject({
    canMove: false,
    error: expect.stringContaining("isn't saved"),
  })
})

test('what the model was told of plan mode on another branch, or before a clear, it is told again', async () => {
  await using world = await start({ scenario: { replies: [{ text: 'ok', repeat: true }] } })
  await world.ask('first')
  await world.ask('second')
  await world.engine.send({ type: 'set_mode', mode: 'plan' })
  await world.ask('third')
  const [, second = ''] = prompts(world)
  expect(lastRequest(world)).toContain('Plan mode is on')
  await world.engine.send({ type: 'submit', content: 'other second', insteadOf: second })
  await world.engine.idle()
  expect(lastRequest(world)).not.toContain('third')
  expect(lastRequest(world)).toContain('Plan mode is on')
  await world.engine.send({ type: 'clear' })
  await world.ask('anew')
  expect(lastRequest(world)).not.toContain('second')
  expect(lastRequest(world)).toContain('Plan mode is on')
})

test('a file that was read only on the branch that was left does not count as read, one from before it does', async () => {
  const edit = (file: string) => ({
    tool: { name: 'Edit', input: { file_path: file, old_string: 'one', new_string: 'two' } },
  })
  const look = (file: string) => ({ tool: { name: 'Read', input: { file_path: file } } })
  await using world = await start({
    files: { 'early.txt': 'one\n', 'late.txt': 'one\n' },
    scenario: {
      replies: [
        look('early.txt'),
        say('A'),
        look('late.txt'),
        say('B'),
        edit('late.txt'),
        edit('early.txt'),
        say('C'),
      ],
    },
  })
  await world.ask('first')
  await world.ask('second')
  const second = prompts(world)[1] ?? ''
  await world.engine.rewind({ messageUuid: second, what: 'conversation' })
  await world.ask('change them')
  expect(read(world, 'late.txt')).toBe('one\n')
  expect(read(world, 'early.txt')).toBe('two\n')
})

test('what was done on the branch that was left, or before a clear, is not in the ledger, also after a resume', async () => {
  await using world = await start({
    scenario: {
      replies: [write('a.txt', 'a'), say('A'), write('b.txt', 'b'), say('B'), write('c.txt', 'c'), say('C')],
    },
  })
  const done = async (at: World) =>
    (await at.engine.query('effects')).filter(({ kind }) => kind === 'command').map(({ text }) => text.at(-5))
  await world.ask('first')
  await world.ask('second')
  await world.engine.rewind({ messageUuid: prompts(world)[1] ?? '', what: 'conversation' })
  expect(await done(world)).toEqual(['a'])
  await world.engine.send({ type: 'clear' })
  expect(await world.engine.query('effects')).toEqual([])
  await world.ask('third')
  expect(await done(world)).toEqual(['c'])
  await using again = await resume(world, [say('D')])
  expect(await done(again)).toEqual(['c'])
})
