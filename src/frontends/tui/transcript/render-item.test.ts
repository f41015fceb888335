import { beforeAll, expect, test } from 'vitest'
import { bare, fakeView } from '../../../../test/support/fake-look.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import type { Item } from '../state/item.ts'
import { softLinesOf } from '../terminal/soft-rows.ts'
import { gapBefore, isFinished, renderItem } from './render-item.ts'
import type { View } from './render-options.ts'

let view: View
beforeAll(async () => {
  view = await fakeView({ width: 40 })
})
const show = (item: Item, more: Partial<View> = {}) => bare(renderItem(item, { ...view, ...more }))
const bareLine = (rows: readonly string[]): string => bare(rows).join('')
const id = 'i'

test.each<[string, Item, readonly string[]]>([
  ['a banner', { kind: 'banner', id, lines: ['Capstan 0.1', '/w'] }, ['Capstan 0.1', '/w']],
  [
    'a message of the person',
    { kind: 'user', id, text: 'fix\nthe \u001b[1mbug', attachments: 2 },
    ['▌ fix', '▌ the \\u{1b}[1mbug', '▌ [2 attachments]'],
  ],
  [
    'an attached file',
    { kind: 'mention', id, mention: { name: 'a\u001b.ts', what: 'lines', count: 1 } },
    ['  ⎿ Attached a\\u{1b}.ts (1 line)'],
  ],
  [
    'a directory of a long name',
    { kind: 'mention', id, mention: { name: 'd'.repeat(50), what: 'entries', count: 3 } },
    [`  ⎿ Attached ${'d'.repeat(26)}…`],
  ],
  [
    'a file that may not be read',
    { kind: 'mention', id, mention: { name: '.env', what: 'denied' } },
    ['  ⎿ .env not attached: a permission rul…'],
  ],
  ['a reply', { kind: 'assistant', id, text: '**a**\n\n- b', ended: true }, ['a', '', '• b']],
  [
    'a thought',
    { kind: 'thinking', id, text: 'long', ended: true, ms: 3_100 },
    ['∴ Thought for 3 s — Ctrl-O to show'],
  ],
  ['a thought without words', { kind: 'thinking', id, text: '', ended: true }, ['∴ Thought']],
  ['a thought going on', { kind: 'thinking', id, text: 'so far', ended: false }, ['∴ Thinking…']],
  [
    'a warning',
    { kind: 'notice', id, level: 'warning', text: 'The list of servers could not be read at all' },
    ['▲ The list of servers could not be read', '  at all'],
  ],
  ['an error', { kind: 'notice', id, level: 'error', text: 'no' }, ['✗ no']],
  ['an answer', { kind: 'command', id, command: 'help', text: '**x** and `y`' }, ['› /help', '  x and y']],
  [
    'an answer in columns',
    { kind: 'command', id, command: '/cost', text: 'Cost:   $1\nTokens: *5*' },
    ['› /cost', '  Cost:   $1', '  Tokens: *5*'],
  ],
  [
    'a name in an answer',
    { kind: 'command', id, command: 'cd', text: workAnswer('now_in', { directory: '/__a__' }) },
    ['› /cd', '  Now working in /__a__.'],
  ],
  [
    'an answer below its question',
    { kind: 'command', id, command: 'help', text: 'x', echoed: true },
    ['  x'],
  ],
  ['an answer of nothing', { kind: 'command', id, command: 'clear', text: '' }, ['› /clear']],
  [
    'a command of the person',
    { kind: 'shell', id, command: 'ls', output: 'a\nb\n', state: 'done', exitCode: 0 },
    ['! ls', 'a', 'b'],
  ],
  [
    'a failed command of the person',
    { kind: 'shell', id, command: 'x', output: 'no\n', state: 'failed', exitCode: 127 },
    ['! x', 'no', 'exit code 127'],
  ],
  ['a summary', { kind: 'compaction', id, text: 'Conversation compacted' }, ['── Conversation compacted ──']],
  [
    'a long summary, of which nothing is cut off',
    { kind: 'compaction', id, text: 'The conversation was compacted: 9,000 tokens before, 800 after.' },
    ['── The conversation was compacted: ──', '   9,000 tokens before, 800 after.'],
  ],
  [
    'a long turn',
    { kind: 'ending', id, level: 'quiet', cause: { kind: 'completed' }, spent: { ms: 65_000, usd: 0.123 } },
    ['Worked for 1 min 5 s · $0.12'],
  ],
  [
    'a turn without a price',
    { kind: 'ending', id, level: 'quiet', cause: { kind: 'completed' }, spent: { ms: 2_000 } },
    ['Worked for 2 s'],
  ],
  [
    'a quick turn that cost something',
    { kind: 'ending', id, level: 'quiet', cause: { kind: 'completed' }, spent: { usd: 0.05 } },
    ['Cost $0.05'],
  ],
  [
    'an interrupted turn that cost something',
    {
      kind: 'ending',
      id,
      level: 'warning',
      cause: { kind: 'interrupted' },
      spent: { ms: 3_000, usd: 0.004 },
    },
    ['Interrupted. Changes so far are kept.', 'Worked for 3 s · <$0.01'],
  ],
  [
    'an interrupt',
    { kind: 'ending', id, level: 'warning', cause: { kind: 'interrupted' } },
    ['Interrupted. Changes so far are kept.'],
  ],
  [
    'a program that stopped',
    { kind: 'ending', id, level: 'warning', cause: { kind: 'program_stopped' } },
    ['The program stopped before this turn was', 'finished. Changes so far are kept.'],
  ],
  [
    'a limit',
    { kind: 'ending', id, level: 'warning', cause: { kind: 'max_turns', limit: 1 } },
    ['Stopped after 1 turn.'],
  ],
  [
    'a failure',
    { kind: 'ending', id, level: 'error', cause: { kind: 'message', text: 'no\u0007' } },
    ['no\\u{7}'],
  ],
])('%s', (_, item, expected) => {
  expect(show(item)).toEqual(expected)
})

test('the verbose view has the thoughts', () => {
  expect(show({ kind: 'thinking', id, text: 'a\nb', ended: true, ms: 1_000 }, { verbose: true })).toEqual([
    '∴ Thought for 1 s',
    '  a',
    '  b',
  ])
})

test('a very long message of the person is folded, and whole in the verbose view', () => {
  const text = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n')
  const folded = show({ kind: 'user', id, text, attachments: 0 })
  expect(folded).toHaveLength(26)
  expect(folded.slice(19, 22)).toEqual(['▌ line 20', '▌ … 75 lines hidden (Ctrl-O to expand)', '▌ line 96'])
  expect(show({ kind: 'user', id, text, attachments: 0 }, { verbose: true })).toHaveLength(100)
})

test('a screen reader hears who speaks', () => {
  expect(show({ kind: 'user', id, text: 'a\nb', attachments: 0 }, { plain: true })).toEqual(['You: a', '  b'])
  expect(show({ kind: 'assistant', id, text: 'a', ended: true }, { plain: true })).toEqual(['Capstan:', 'a'])
  expect(show({ kind: 'notice', id, level: 'error', text: 'a' }, { plain: true })).toEqual(['Error: a'])
})

test('calls stand close together and everything else apart', () => {
  const tool: Item = { kind: 'tool', id, name: 'x', input: {}, state: 'done' }
  const reply: Item = { kind: 'assistant', id, text: 'a', ended: true }
  expect([
    gapBefore(undefined, tool),
    gapBefore('tool', tool),
    gapBefore('thinking', tool),
    gapBefore('tool', reply),
    gapBefore('user', tool),
  ]).toEqual([false, false, false, true, true])
})

test('what is still open is not finished', () => {
  expect(isFinished({ kind: 'shell', id, command: '', output: '', state: 'running' })).toBe(false)
  expect(isFinished({ kind: 'tool', id, name: '', input: {}, state: 'waiting' })).toBe(false)
  expect(isFinished({ kind: 'tool', id, name: '', input: {}, state: 'background' })).toBe(true)
  expect(isFinished({ kind: 'thinking', id, text: '', ended: false })).toBe(false)
  expect(isFinished({ kind: 'notice', id, level: 'info', text: '' })).toBe(true)
})

const LONG = `begin ${'word '.repeat(400_000)}the end`
test.each<[string, Item]>([
  ['a message', { kind: 'user', id, text: LONG, attachments: 0 }],
  ['an output', { kind: 'shell', id, command: 'cat', output: LONG, state: 'done', exitCode: 0 }],
  ['a warning', { kind: 'notice', id, level: 'warning', text: LONG }],
])('%s of one endless line is shown by its two ends, unfolded more of it', (_, item) => {
  const folded = show(item)
  expect(folded.length).toBeLessThan(130)
  const text = folded.join(' ')
  expect([text.includes('begin word'), text.includes('the end')]).toEqual([true, true])
  expect(text).toMatch(/1,996,013\s+[\s▌]*characters hidden/)
  const unfolded = show(item, { verbose: true })
  expect(unfolded.length).toBeGreaterThan(2_000)
  expect(unfolded.length).toBeLessThan(3_500)
})

test('showTimestamps says when something was written, with the day where it was another', () => {
  const at = new Date(2026, 10, 19, 9, 5).getTime()
  const now = new Date(2026, 10, 19, 23, 59).getTime()
  const said: Item = { kind: 'user', id, text: 'fix it', attachments: 0, at }
  const reply: Item = { kind: 'assistant', id, text: 'Done.', ended: true, at }
  const times = { times: true, now }
  expect([show(said, times), show(reply, times)]).toEqual([
    ['▌ 09:05', '▌ fix it'],
    ['09:05', 'Done.'],
  ])
  expect(show(reply, { times: true, now: now + 120_000 })[0]).toBe('2026-11-19 09:05')
  expect([show(said), show({ ...reply, at: undefined } as unknown as Item, times)]).toEqual([
    ['▌ fix it'],
    ['Done.'],
  ])
})

test('with wrapText "terminal" a message begins at the border, and so does a line of an output wherever', () => {
  const said: Item = { kind: 'user', id, text: 'one two three\nfour', attachments: 0 }
  const soft = { width: 9, soft: true }
  expect(softLinesOf(renderItem(said, { ...view, ...soft, softProse: true })).map(bareLine)).toEqual([
    '▌',
    'one two three',
    'four',
  ])
  expect(show(said, soft)[0]).toBe('▌ one two')
  const ran: Item = { kind: 'shell', id, command: 'seq 100000000', output: '  1234567890\n2', state: 'done' }
  expect(softLinesOf(renderItem(ran, { ...view, ...soft })).map(bareLine)).toEqual([
    '! seq 100000000',
    '  1234567890',
    '2',
  ])
})

test('a link of a notice that is longer than a row stands at the border, in one piece', () => {
  const link = 'https://host.example:4711/login?code=0123456789'
  const text = { id: 'x', values: {}, text: `Open it:\n${link}\nOnce.` }
  const notice = { kind: 'notice', id, level: 'info', text } as unknown as Item
  const rows = renderItem(notice, { ...view, width: 20, soft: true })
  expect(softLinesOf(rows).map(bareLine)).toEqual(['· Open it:', link, '  Once.'])
})

test('showThinkingSummaries shows the first lines of a thought', () => {
  const thought = (lines: number): Item => ({
    kind: 'thinking',
    id,
    text: Array.from({ length: lines }, (_, at) => `line ${at + 1}`).join('\n'),
    ended: true,
    ms: 1_000,
  })
  expect(show(thought(2), { thoughts: true })).toEqual(['∴ Thought for 1 s', '  line 1', '  line 2'])
  const long = show(thought(20), { thoughts: true })
  expect(long).toHaveLength(8)
  expect(long.at(-1)).toContain('14')
})

test('the focus view shows what was said, and neither calls nor thoughts', () => {
  expect(show({ kind: 'thinking', id, text: 'x', ended: true }, { focus: true })).toEqual([])
  expect(show({ kind: 'assistant', id, text: 'hi', ended: true }, { focus: true })).toEqual(['hi'])
})
