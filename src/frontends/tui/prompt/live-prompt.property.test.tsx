import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissionRequest, turnEnded, turnStarted } from '../../../../test/support/fake-events.ts'
import { openPromptRig, type PromptRig } from '../../../../test/support/prompt-rig.tsx'
import type { StyledCell } from '../../../../test/support/pty/emulator.ts'
import { keyBytes } from '../../../../test/support/pty/key-bytes.ts'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import type { Event } from '../../../protocol/event.ts'
import { withVim } from '../input/vim/vim-key.ts'
import type { Action } from '../state/action.ts'

type Step =
  /** Arrives in one read. */
  | { readonly do: 'keys'; readonly bytes: string }
  | { readonly do: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly do: 'say'; readonly action: Action }
  | { readonly do: 'vim'; readonly on: boolean }

const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abc xyz,.\'"()') },
  { weight: 2, arbitrary: fc.constantFrom(...'/@!#?\\') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('你', '好', '，', '한', 'é', 'e\u0301', '👍', '👩‍💻', '🇩🇪', '\u200b'),
  },
)
const named = fc
  .constantFrom(
    ...['backspace', 'backspace', 'backspace', 'left', 'right', 'up', 'down', 'home', 'end', 'delete', 'tab'],
    ...[
      'enter',
      'shift+enter',
      'escape',
      'ctrl+a',
      'ctrl+e',
      'ctrl+k',
      'ctrl+u',
      'ctrl+w',
      'ctrl+y',
      'ctrl+_',
    ],
    ...['ctrl+r', 'ctrl+s', 'ctrl+c', 'alt+b', 'alt+f', 'alt+d'],
  )
  .map(keyBytes)
const pasted = fc
  .constantFrom('pasted', 'two\rlines', 'word '.repeat(30), 'row\r'.repeat(40), '你好'.repeat(20))
  .map(each => `\u001b[200~${each}\u001b[201~`)
const keys = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: text },
      { weight: 5, arbitrary: named },
      { weight: 1, arbitrary: pasted },
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((all): Step => ({ do: 'keys', bytes: all.join('') }))
const AT = 1_000_000
const heard = (event: Event): Action => ({ type: 'event', event, now: AT })
const stream = (event: { readonly type: string } & Record<string, unknown>): Action =>
  heard({ type: 'stream', event })
const delta = (piece: string): Action =>
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })
const action: fc.Arbitrary<Action> = fc.constantFrom<Action>(
  heard(turnStarted('u')),
  stream({ type: 'message_start', message: { id: 'r1' } }),
  stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  delta('one two three '),
  delta('a line\n\n- and\n- a list\n'),
  delta('```ts\nconst a = 1\n```\n\n'),
  stream({ type: 'content_block_stop', index: 0 }),
  heard(turnEnded()),
  { type: 'suggestion', text: 'go on then' },
  { type: 'suggestion', text: undefined },
  { type: 'view', change: { example: 'Try this' } },
  { type: 'view', change: { color: 'red' } as never },
  { type: 'session', facts: { mode: 'plan' } },
  { type: 'session', facts: { mode: 'default', watchers: 2 } },
  { type: 'session', facts: { ready: false } },
  { type: 'toast', toast: { text: { en: 'A word' }, level: 'info', until: AT + 9 } as never },
  { type: 'armed', what: 'clear', key: 'Esc', until: AT + 9 },
  { type: 'tick', now: AT + 10 },
  { type: 'panel_opened', panel: { name: 'help', params: undefined } },
  { type: 'panel_closed' },
  heard({ type: 'permission_request', request: permissionRequest('p') }),
  { type: 'request_answered', id: 'p' },
  { type: 'queued', message: { uuid: 'q', text: 'later', when: 'step' } },
  { type: 'unqueued', uuid: 'q' },
  { type: 'todos', todos: [{ content: 'do it', activeForm: 'doing it', status: 'in_progress' }] as never },
  { type: 'todos', todos: [] },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: keys },
  { weight: 3, arbitrary: action.map((each): Step => ({ do: 'say', action: each })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 16, max: 70 }), fc.integer({ min: 8, max: 30 }))
      .map(([columns, rows]): Step => ({ do: 'resize', columns, rows })),
  },
  { weight: 1, arbitrary: fc.boolean().map((on): Step => ({ do: 'vim', on })) },
)
/** `none`: the next step comes before anything is drawn; `settled`: after everything is. */
const script = fc.array(fc.record({ step, pause: fc.constantFrom('none', 'turn of the loop', 'settled') }), {
  minLength: 1,
  maxLength: 14,
})

const play = (rig: PromptRig, step: Step): void => {
  if (step.do === 'keys') rig.feed(step.bytes)
  else if (step.do === 'resize') rig.resize(step.columns, step.rows)
  else if (step.do === 'say') rig.dispatch(step.action)
  else rig.dispatch({ type: 'prompt', change: { editor: withVim(rig.state().prompt.editor, step.on) } })
}

/**
 * All that is to be seen, and where. What a change of size leaves above depends on what was on the screen at that moment:
 * `resized` looks from the cursor on.
 */
const seen = ({ emulator }: PromptRig, resized: boolean) => {
  const { x, y } = emulator.cursor()
  const top = resized ? y : 0
  const lookOf = ({ text, colour, inverse, background }: StyledCell): string =>
    `${text.trim() === '' ? '' : colour}${inverse ? '!' : background}`
  return {
    screen: emulator.screen().slice(top).join('\n').trimEnd(),
    cursor: emulator.cursorShown() ? { x, y: y - top } : undefined,
    looks: emulator
      .screen()
      .flatMap((row, at) =>
        at < top || row === ''
          ? []
          : [Array.from(row, (_, column) => lookOf(emulator.cell(column, at))).join()],
      ),
  }
}

test('whatever is typed meanwhile, the screen comes to show what it would by frames of Ink alone', async () => {
  await fc.assert(
    fc.asyncProperty(script, async steps => {
      await using live = await openPromptRig('live', { columns: 60, rows: 24 })
      await using framed = await openPromptRig('by frames', { columns: 60, rows: 24 })
      const resized = steps.some(({ step }) => step.do === 'resize')
      for (const { step, pause } of steps) {
        play(live, step)
        play(framed, step)
        if (pause === 'turn of the loop') await new Promise(setImmediate)
        if (pause !== 'settled') continue
        await Promise.all([live.settle(), framed.settle()])
        expect(seen(live, resized)).toEqual(seen(framed, resized))
      }
      await Promise.all([live.settle(), framed.settle()])
      expect(live.state().prompt.editor.text).toBe(framed.state().prompt.editor.text)
      expect(seen(live, resized)).toEqual(seen(framed, resized))
    }),
    { numRuns: sampleSize({ usual: 20, full: 1_000 }) },
  )
})

test('a letter is on the screen before anything is laid out, and nothing is for it', async () => {
  await using rig = await openPromptRig('live', { columns: 60, rows: 24 })
  rig.feed('a')
  await rig.settle()
  const before = rig.frames()
  for (const [key, shown] of [
    ['b', '> ab'],
    ['你', '> ab你'],
    ['\u007f', '> ab'],
    ['cde', '> abcde'],
    ['\u001b[D', '> abcde'],
  ] as const) {
    rig.feed(key)
    await Promise.resolve()
    expect(rig.emulator.screen().filter(row => row.startsWith('>'))).toEqual([shown])
  }
  expect(rig.emulator.cursor().x).toBe(6)
  await rig.settle()
  expect(rig.frames()).toBe(before)
})

test('what was typed stays on the screen when a frame of something else comes in between', async () => {
  await using rig = await openPromptRig('live', { columns: 60, rows: 24 })
  rig.feed('ab')
  await rig.settle()
  rig.feed('cd')
  rig.dispatch({ type: 'queued', message: { uuid: 'q', text: 'later', when: 'step' } })
  await rig.settle()
  expect(rig.emulator.screen().filter(row => row.startsWith('> '))).toEqual(['> abcd'])
  rig.feed('@')
  await rig.settle()
  expect(rig.emulator.screen().join('\n')).toMatch(/> abcd@/)
})

test('the end of a turn is on the screen before anything is laid out, and typing goes on in its place', async () => {
  await using rig = await openPromptRig('live', { columns: 60, rows: 24 })
  await using framed = await openPromptRig('by frames', { columns: 60, rows: 24 })
  for (const each of [rig, framed]) {
    each.dispatch(heard(turnStarted('u')))
    each.dispatch({ type: 'queued', message: { uuid: 'q', text: 'later', when: 'step' } })
    each.feed('ab')
    await each.settle()
  }
  const running = rig.emulator.screen().findIndex(row => row.includes('Esc stop'))
  expect(running).toBeGreaterThanOrEqual(0)
  const before = rig.frames()
  const rest = rig.emulator.screen().toSpliced(running, 1)
  rig.dispatch(heard(turnEnded()))
  expect(rig.emulator.screen().slice(0, rest.length)).toEqual(rest)
  rig.feed('c')
  await Promise.resolve()
  expect(rig.emulator.screen().filter(row => row.startsWith('> '))).toEqual(['> abc'])
  expect(rig.frames()).toBe(before)
  framed.dispatch(heard(turnEnded()))
  framed.feed('c')
  await Promise.all([rig.settle(), framed.settle()])
  expect(seen(rig, false)).toEqual(seen(framed, false))
})

test('the spinner stays where the next turn begins at once', async () => {
  await using rig = await openPromptRig('live', { columns: 60, rows: 24 })
  rig.dispatch(heard(turnStarted('u')))
  await rig.settle()
  const before = rig.emulator.screen()
  const end = turnEnded() as Extract<Event, { readonly type: 'turn_ended' }>
  rig.dispatch(heard({ ...end, report: { ...end.report, queued: 1 } }))
  expect(rig.emulator.screen()).toEqual(before)
  rig.dispatch(heard(turnStarted('v')))
  await rig.settle()
  const spinner = (row: string): boolean => row.includes('Esc stop')
  expect(before.filter(spinner)).toHaveLength(1)
  expect(rig.emulator.screen().findIndex(spinner)).toBe(before.findIndex(spinner))
})
