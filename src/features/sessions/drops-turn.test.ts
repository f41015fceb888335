import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import { lossBeyond as lossBeyondRaw } from './drops-turn.ts'

const lossBeyond = (...given: Parameters<typeof lossBeyondRaw>) => allInEnglish(lossBeyondRaw(...given))

const entry = (uuid: string, type: string, more: object = {}): MessageEntry =>
  ({ uuid, type, message: { content: type === 'user' ? 'x' : [] }, ...more }) as unknown as MessageEntry
const result = (uuid: string): MessageEntry =>
  entry(uuid, 'user', { message: { content: [{ type: 'tool_result', tool_use_id: 't', content: '' }] } })

const KEPT = [entry('p1', 'user'), entry('a1', 'assistant')]
const TURN = [entry('p2', 'user'), entry('a2', 'assistant'), result('r2'), entry('a3', 'assistant')]

test.each([
  ['nothing follows', KEPT, undefined],
  ['only the turn follows', [...KEPT, ...TURN], undefined],
  ['notes of ours stand in it', [...KEPT, ...TURN, entry('m', 'user', { isMeta: true })], undefined],
  ['something else was said in it', [...KEPT, ...TURN, entry('p3', 'user')], /^p3 was said after p2/],
  [
    'background work told something in it',
    [...KEPT, ...TURN, entry('n', 'user', { isMeta: true, origin: { kind: 'task-notification' } })],
    /^n was said/,
  ],
  [
    'the kept turn goes on behind the cut',
    [...KEPT, result('r1'), ...TURN],
    /^r1 belongs to the turn before/,
  ],
  ['another turn follows', [...KEPT, entry('p9', 'user')], /does not belong to the turn of p2/],
  ['the cut is not there', TURN, /no message a1/],
] as const)('when %s', (_, messages, expected) => {
  const loss = lossBeyond(messages, { at: 'a1', turn: 'p2' })
  if (expected === undefined) expect(loss).toBeUndefined()
  else expect(loss).toMatch(expected)
})
