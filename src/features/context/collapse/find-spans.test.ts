import { expect, test } from 'vitest'
import { assistant, attachment, call, result, text, user } from '../../../../test/support/messages.ts'
import type { Message } from '../../../protocol/message.ts'
import { findSpans, renderSpan } from './find-spans.ts'

const work = (name: string, size = 6_000): Message[] =>
  [1, 2].flatMap(n => [
    assistant(`${name}${n}`, [call(`${name}${n}`)]),
    user(`${name}r${n}`, [result(`${name}${n}`, 'x'.repeat(size))]),
  ])
const spans = (messages: readonly Message[]) =>
  findSpans(messages).map(span => span.messages.map(({ uuid }) => uuid))

test('work between two things a person said is a span; its answer is not part of it', () => {
  expect(
    spans([
      attachment('ctx', 'today'),
      user('1', 'first'),
      ...work('a'),
      assistant('answer', [text('done')]),
      user('2', 'second'),
      ...work('b'),
      user('3', 'third'),
    ]),
  ).toEqual([
    ['a1', 'ar1', 'a2', 'ar2'],
    ['b1', 'br1', 'b2', 'br2'],
  ])
})

test('work that is not finished, too small, or before anything was asked is none', () => {
  expect(spans([user('1', 'go'), ...work('a')])).toEqual([])
  expect(spans([user('1', 'go'), ...work('a', 100), user('2', 'on')])).toEqual([])
  expect(spans([user('1', 'go'), ...work('a').slice(0, 2), user('2', 'on')])).toEqual([])
  expect(spans([...work('a'), user('1', 'go')])).toEqual([])
})

test('what changed something is in no span and parts two of them', () => {
  const change = {
    ...user('cr', [result('c')]),
    effects: [{ kind: 'write', text: 'a', outcome: 'done' }],
  } as const
  expect(
    spans([
      user('1', 'go'),
      ...work('a'),
      assistant('c', [call('c', 'Edit')]),
      change,
      ...work('b'),
      user('2', 'on'),
    ]),
  ).toEqual([
    ['a1', 'ar1', 'a2', 'ar2'],
    ['b1', 'br1', 'b2', 'br2'],
  ])
})

test('as text a span tells who did what, long parts cut', () => {
  const failed = { ...result('t', 'no such file'), is_error: true }
  const messages = [
    assistant('1', [text('Let me see.'), call('t')]),
    user('2', [failed]),
    assistant('3', [call('u', 'Bash')]),
    user('4', [result('u', 'y'.repeat(5_000))]),
  ]
  expect(renderSpan({ messages })).toBe(
    `ASSISTANT Let me see.\nCALL Read {}\nERROR no such file\nCALL Bash {}\nRESULT ${'y'.repeat(2_000)} […]`,
  )
})
