import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bare, fakeView, readyRichText } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import type { Item, ToolItem } from '../state/item.ts'
import type { Transcript } from '../state/ui-state.ts'
import { createRichText } from './markdown/rich-text.ts'
import { createScribe, type Scribe, type ScribeView } from './scribe.ts'

let view: ScribeView
beforeAll(async () => {
  view = { ...(await fakeView({ rich: await readyRichText() })), maxTail: 100 }
})

const user = (text: string): Item => ({ kind: 'user', id: `u-${text}`, text, attachments: 0 })
const reply = (text: string, ended = false, id = 'a'): Item => ({ kind: 'assistant', id, text, ended })
const tool = (id: string, more: Partial<ToolItem> = {}): ToolItem =>
  presented<ToolItem>({
    kind: 'tool',
    id,
    name: 'Read',
    input: { file_path: `/w/${id}.ts` },
    state: 'done',
    output: { type: 'text', file: { numLines: 3 } },
    ...more,
  })
const thought = (id: string): Item => ({ kind: 'thinking', id, text: 'hm', ended: true, ms: 2_000 })

const transcript = (done: readonly Item[], live: readonly Item[] = [], generation = 0): Transcript => ({
  done,
  live,
  generation,
})
const step = (
  scribe: Scribe,
  state: Transcript,
  { idle = false, verbose = false, ...more }: Partial<ScribeView> & { readonly idle?: boolean } = {},
) => {
  const { takeBack, print, tail, restart } = scribe.advance(
    { transcript: state, verbose, idle },
    { ...view, ...more },
  )
  return {
    ...(takeBack ? { takeBack: { ...takeBack, otherwise: bare(takeBack.otherwise) } } : {}),
    print: bare(print),
    tail: bare(tail),
    ...(restart ? { restart } : {}),
  }
}

test('after /clear a conversation begins without a word about the one before', () => {
  const scribe = createScribe()
  step(scribe, transcript([user('old')]))
  const cleared = { ...transcript([user('new')], [], 1), cleared: true }
  expect(step(scribe, cleared).print).toEqual(['▌ new'])
})

test('the brief view shows what the model sent with Brief and what the person said, also while a reply streams', () => {
  const scribe = createScribe()
  const asked = [user('go'), thought('t'), tool('b', { name: 'Bash', input: { command: 'make' } })]
  const brief = { brief: true }
  expect(step(scribe, transcript(asked, [reply('Work')]), brief)).toEqual({ print: ['▌ go'], tail: [] })
  const told = reply('It works.', true, 'told:1')
  const said = [...asked, reply('Working on it.', true), told]
  expect(step(scribe, transcript(said, [reply('More', false, 'c')]), brief)).toEqual({
    print: ['', 'It works.'],
    tail: [],
  })
  // Everything again, from here on.
  const after = [...said, reply('More', true, 'c'), reply('The end.', true, 'd')]
  expect(step(scribe, transcript(after)).print).toEqual(['', 'More', '', 'The end.'])
})

test('what is finished is printed once, what is not stays in the tail', () => {
  const scribe = createScribe()
  const asked = [user('go')]
  expect(step(scribe, transcript(asked))).toEqual({ print: ['▌ go'], tail: [] })
  const bash = tool('b', { name: 'Bash', input: { command: 'make' }, state: 'running', startedAt: 99_000 })
  expect(step(scribe, transcript(asked, [bash]))).toEqual({ print: [], tail: ['', '● Bash make'] })
  const done = presented<ToolItem>({ ...bash, state: 'done', output: { stdout: 'ok\n', exitCode: 0 } })
  expect(step(scribe, transcript([...asked, done]))).toEqual({
    print: ['', '● Bash make', '  └ ok'],
    tail: [],
  })
  expect(step(scribe, transcript([...asked, done]))).toEqual({ print: [], tail: [] })
})

test('a reply is printed block by block', () => {
  const scribe = createScribe()
  expect(step(scribe, transcript([user('q')], [reply('# A\ntex')]))).toEqual({
    print: ['▌ q', '', 'A'],
    tail: ['', 'tex'],
  })
  expect(step(scribe, transcript([user('q'), reply('# A\ntext', true), user('r')]))).toEqual({
    print: ['', 'text', '', '▌ r'],
    tail: [],
  })
})

test('a reply that is asked for again is taken back, all that was printed of it', () => {
  const scribe = createScribe()
  const { print } = step(scribe, transcript([user('q')], [reply('# A\ntex')]))
  expect(print).toEqual(['▌ q', '', 'A'])
  const more = step(scribe, transcript([user('q')], [reply('# A\ntext\n\nmore')]))
  const again = step(scribe, transcript([user('q')], [reply('B', false, 'b')]))
  expect(again).toEqual({
    takeBack: { rows: 2 + more.print.length, otherwise: ['(That reply was cut off and discarded.)'] },
    print: [],
    tail: ['', 'B'],
  })
})

test('what was printed at two widths nobody can count: it is said that it does not', () => {
  const scribe = createScribe()
  step(scribe, transcript([], [reply('# A\ntex')]))
  step(scribe, transcript([], [reply('# A\ntext\n\nmore')]), { width: 30 })
  const { takeBack } = step(scribe, transcript([], [reply('B', false, 'b')]))
  expect(takeBack).toEqual({ otherwise: ['(That reply was cut off and discarded.)'] })
})

test('a reply of which nothing was printed leaves nothing behind', () => {
  const scribe = createScribe()
  step(scribe, transcript([], [reply('tex')]))
  expect(step(scribe, transcript([], [reply('B', false, 'b')]))).toEqual({ print: [], tail: ['B'] })
})

test('a reply that ends as something else is printed whole', () => {
  const scribe = createScribe()
  step(scribe, transcript([], [reply('# One\nx')]))
  expect(step(scribe, transcript([reply('# Two\n\ny', true)])).print).toEqual(['Two', '', 'y'])
})

test('calls that only look are held until the group is closed', () => {
  const scribe = createScribe()
  const first = tool('a')
  const running = tool('b', { state: 'running' })
  expect(step(scribe, transcript([first], [running]))).toEqual({
    print: [],
    tail: ['● Read a.ts', '  └ 3 lines', '● Read b.ts'],
  })
  const two = [first, thought('t'), tool('b'), tool('c', { name: 'Grep', input: { pattern: 'x' } })]
  const folded = ['● Read 2 files, searched for 1 pattern, thought for 2 s', '  └ a.ts, b.ts, x']
  expect(step(scribe, transcript(two))).toEqual({ print: [], tail: folded })
  expect(step(scribe, transcript(two, [reply('So')]))).toEqual({ print: folded, tail: ['', 'So'] })
})

test('nothing is held when nothing runs', () => {
  const scribe = createScribe()
  expect(step(scribe, transcript([tool('a')]), { idle: true })).toEqual({
    print: ['● Read a.ts', '  └ 3 lines'],
    tail: [],
  })
})

test('thoughts that end a group are no part of it', () => {
  const items = [tool('a'), thought('t'), reply('done', true)]
  expect(step(createScribe(), transcript(items)).print).toEqual([
    '● Read a.ts',
    '  └ 3 lines',
    '∴ Thought for 2 s — Ctrl-O to show',
    '',
    'done',
  ])
})

test('verbose items are not folded', () => {
  const { print } = step(createScribe(), transcript([tool('a'), tool('b')]), { verbose: true })
  expect(print).toEqual(['● Read a.ts', '  └ 3 lines', '● Read b.ts', '  └ 3 lines'])
})

test('a tail that is too high shows its end and how much is above', () => {
  const items = Array.from({ length: 5 }, (_, at) =>
    tool(`t${at}`, { name: 'Other', input: {}, state: 'running' }),
  )
  expect(step(createScribe(), transcript([], items), { maxTail: 3 }).tail).toEqual([
    '… 3 lines above',
    '● Other',
    '● Other',
  ])
})

test('another branch is printed whole behind a rule', () => {
  const scribe = createScribe()
  step(scribe, transcript([user('a'), user('b')]))
  expect(step(scribe, transcript([user('a'), user('c')], [], 1))).toEqual({
    print: ['', '── Switched to another branch ──', '', '▌ a', '', '▌ c'],
    tail: [],
    restart: true,
  })
  expect(step(scribe, transcript([], [], 2))).toEqual({ print: [], tail: [], restart: true })
})

test('a conversation that goes on is not called another branch of the empty one before it', () => {
  const scribe = createScribe({ after: 'banner' })
  step(scribe, transcript([]))
  expect(step(scribe, transcript([user('a')], [], 1)).print).toEqual(['', '▌ a'])
})

test('of a long history the last items are printed', () => {
  const items = Array.from({ length: 10 }, (_, at) => user(String(at)))
  expect(step(createScribe(), transcript(items), { maxHistory: 2 }).print).toEqual([
    '… 8 earlier entries, Ctrl-O to show',
    '',
    '▌ 8',
    '',
    '▌ 9',
  ])
})

test('a conversation that begins with a compaction says how to see what was before', () => {
  const compaction: Item = { kind: 'compaction', id: 'c', text: 'Compacted' }
  const [first, ...rest] = step(createScribe(), transcript([compaction, user('a')])).print
  expect([first, rest.at(-1)]).toEqual([
    '… The conversation before this was compacted, Ctrl-O to show',
    '▌ a',
  ])
  const later = step(createScribe(), transcript([user('a'), compaction])).print
  expect(later.join()).not.toContain('Ctrl-O')
})

test('nothing is printed before it can have its looks', async () => {
  const rich = createRichText({ onChange: () => undefined })
  const scribe = createScribe()
  const items = transcript([user('q'), reply('**x**', true), user('r')])
  expect(step(scribe, items, { rich })).toEqual({ print: ['▌ q'], tail: ['', '**x**', '', '▌ r'] })
  await expect.poll(() => rich.state).toBe('ready')
  expect(step(scribe, items, { rich })).toEqual({ print: ['', 'x', '', '▌ r'], tail: [] })
})

test('a diff waits for the colours of its language', async () => {
  const rich = createRichText({ onChange: () => undefined })
  rich.load()
  await expect.poll(() => rich.state).toBe('ready')
  const { createTheme } = await import('../theme/create-theme.ts')
  const theme = createTheme('dark', { colours: 16_777_216 })
  const edit = tool('e', {
    name: 'Edit',
    output: { structuredPatch: [{ oldStart: 1, newStart: 1, lines: ['+let a'] }] },
  })
  const scribe = createScribe()
  expect(step(scribe, transcript([edit]), { rich, theme }).print).toEqual([])
  await expect.poll(() => rich.busy).toBe(false)
  const { print } = scribe.advance(
    { transcript: transcript([edit]), verbose: false },
    { ...view, rich, theme },
  )
  expect(print.join('\n')).toContain(theme.paint('keyword', 'let'))
})

/** States of a conversation one after the other, as the reducer makes them. */
const histories = fc
  .array(
    fc.oneof(
      fc.constantFrom('hello', 'do it').map(text => [user(text)]),
      fc
        .constantFrom('# A\n\ntext', '- a\n- b\n\nend', 'x')
        .map(text => [
          reply(text.slice(0, 3), false, `r${text}`),
          reply(text.slice(0, 6), false, `r${text}`),
          reply(text, true, `r${text}`),
        ]),
      fc.constantFrom('Read', 'Grep', 'Bash', 'Other').map(name => {
        const call = tool(`c${name}`, { name, text: 'out', state: 'arriving' })
        return [call, { ...call, state: 'running' as const }, { ...call, state: 'done' as const }]
      }),
      fc.constant([thought('t')]),
    ),
    { maxLength: 8 },
  )
  .map(items => items as readonly (readonly Item[])[])

test('whatever the steps, all lines together are those of the whole at once', () => {
  fc.assert(
    fc.property(histories, items => {
      const scribe = createScribe()
      const printed: string[] = []
      const last = items.map(states => states.at(-1)).filter(item => item !== undefined)
      for (const [index, states] of items.entries())
        for (const state of states) {
          const over = state === states.at(-1)
          const done = [...last.slice(0, index), ...(over ? [state] : [])]
          printed.push(
            ...scribe.advance({ transcript: transcript(done, over ? [] : [state]), verbose: false }, view)
              .print,
          )
        }
      const whole = { transcript: transcript(last), verbose: false, idle: true }
      printed.push(...scribe.advance(whole, view).print)
      expect(printed).toEqual(createScribe().advance(whole, view).print)
    }),
  )
})
