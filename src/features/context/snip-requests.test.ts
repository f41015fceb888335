import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import type { Message } from '../../protocol/message.ts'
import { chooseSnip, outlineOf, resultsToClear } from './snip-requests.ts'

const view: Message[] = [
  user('u-000000-1', 'please look'),
  assistant('a-000000-1', [text('Looking.')], { id: 'm1' }),
  assistant('a-000000-2', [call('t1')], { id: 'm1' }),
  user('r-000000-1', [result('t1', 'x'.repeat(300))]),
  user('u-000000-2', 'go on'),
  assistant('b-000000-1', [call('t2', 'Bash')]),
  user('r-000000-2', [result('t2', 'x'.repeat(300))]),
  assistant('c-000000-1', [text('the last word')]),
]

test('the outline lists replies with their results, in one line each', () => {
  expect(outlineOf(view)).toEqual([
    { id: 'a-000000', tokens: 104, text: 'Looking. · Read {}' },
    { id: 'b-000000', tokens: 102, text: 'Bash {}' },
    { id: 'c-000000', tokens: 5, text: 'the last word' },
  ])
})

test('a choice takes whole replies with their results, never what the person said', () => {
  expect(chooseSnip(view, [{ from: 'a-000000', to: 'b-000000' }])).toEqual({
    removed: ['a-000000-1', 'a-000000-2', 'r-000000-1', 'b-000000-1', 'r-000000-2'],
    answer: { items: 2, tokens: 206, refused: [] },
  })
})

test('uuids are understood too, in any order', () => {
  expect(chooseSnip(view, [{ from: 'r-000000-2', to: 'r-000000-1' }]).answer.items).toBe(2)
})

test.each([
  ['an id nobody knows', 'zz'],
  ['the last reply', 'c-000000'],
  ['what the person said', 'u-000000-1'],
])('%s is refused', (_name, from) => {
  expect(chooseSnip(view, [{ from }])).toEqual({
    removed: [],
    answer: { items: 0, tokens: 0, refused: [from] },
  })
})

test('summaries of earlier compactions cannot be chosen', () => {
  const summary = { ...user('s-000000-1', 'so far'), isMeta: true, isCompactSummary: true }
  expect(outlineOf([summary])).toEqual([])
})

test('what changed something stays, in the middle of a choice too', () => {
  const changed = view.map(message =>
    message.uuid === 'r-000000-1'
      ? { ...message, effects: [{ kind: 'write', text: 'a', outcome: 'done' }] }
      : message,
  ) as Message[]
  expect(outlineOf(changed).map(({ id }) => id)).toEqual(['b-000000', 'c-000000'])
  expect(chooseSnip(changed, [{ from: 'a-000000' }]).answer).toMatchObject({
    items: 0,
    refused: ['a-000000'],
  })
})

test('a large result beside what changed something can be chosen alone; the reply and the change stay', () => {
  const mixed: Message[] = [
    user('u-000000-1', 'go'),
    assistant('a-000000-1', [call('t1'), call('t2', 'Bash')], { id: 'm1' }),
    user('r-000000-1', [result('t1', 'x'.repeat(3_000))]),
    {
      ...user('q-000000-2', [result('t2', 'y'.repeat(3_000))]),
      effects: [{ kind: 'command', text: 'make', outcome: 'done' }],
    },
    assistant('c-000000-1', [text('the last word')]),
  ] as Message[]
  expect(outlineOf(mixed)).toMatchObject([{ id: 'r-000000', text: 'Read {}' }, { id: 'c-000000' }])
  const { removed, answer } = chooseSnip(mixed, [{ from: 'r-000000' }])
  expect([removed, answer.items, answer.refused]).toEqual([['r-000000-1'], 1, []])
  expect([...resultsToClear(mixed, removed)]).toEqual([['r-000000-1', 't1']])
})
