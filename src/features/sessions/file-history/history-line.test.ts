import { expect, test } from 'vitest'
import type { Message } from '../../../protocol/message.ts'
import { historyLineOf, isFileHistory, promptOf } from './history-line.ts'

const hash = 'a'.repeat(64)
const line = (files: unknown, more: object = {}) => ({
  type: 'file-history-snapshot',
  sessionId: 's',
  messageUuid: 'm',
  files,
  ...more,
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['a whole line', line({ '/a': { before: null, after: { hash, mode: 0o644 } } }), true],
  ['a link', line({ '/a': { before: { link: 'b' }, after: null } }), true],
  ['nothing changed', line({}, { beyond: ['the rest'], shared: true }), true],
  ['an announced change', line({ '/a': { before: null, after: null } }, { intent: true }), true],
  ['commands', line({}, { begun: { c1: 'make' }, ended: ['c0'] }), true],
  ['directories', line({}, { folders: { '/d': { before: null, after: 0o755 } }, specials: ['/p'] }), true],
  ['an intent that is none', line({}, { intent: 'yes' }), false],
  ['commands without words', line({}, { begun: { c1: 1 } }), false],
  ['a directory with a set-id mode', line({}, { folders: { '/d': { before: null, after: 0o2755 } } }), false],
  ['a directory that climbs', line({}, { folders: { '/d/../e': { before: null, after: 0 } } }), false],
  ['no message', line({}, { messageUuid: 1 }), false],
  ['another program’s shape', { type: 'file-history-snapshot', messageId: 'm', snapshot: {} }, false],
  ['a relative path', line({ a: { before: null, after: null } }), false],
  ['a path that climbs', line({ '/a/../b': { before: null, after: null } }), false],
  ['a name that is no hash', line({ '/a': { before: { hash: '../x' }, after: null } }), false],
  ['a set-id mode', line({ '/a': { before: { hash, mode: 0o4755 }, after: null } }), false],
  ['a missing side', line({ '/a': { before: null } }), false],
  ['directories that are no texts', line({}, { dirs: [1] }), false],
])('%s', (_, value, usable) => {
  expect(isFileHistory(value)).toBe(usable)
})

const user = (content: unknown, more: object = {}): Message =>
  ({ type: 'user', uuid: 'u', timestamp: '', message: { role: 'user', content }, ...more }) as Message

test('a prompt is what a person says, not the result of a call nor a summary', () => {
  const result = [{ type: 'tool_result', tool_use_id: 't', content: '' }]
  expect([
    promptOf(user('hello')),
    promptOf(user([{ type: 'text', text: 'hello' }])),
    promptOf(user(result)),
    promptOf(user('so far', { isCompactSummary: true })),
  ]).toEqual(['u', 'u', undefined, undefined])
})

test('of the entries of a file, prompts of the conversation and snapshots count', () => {
  const entry = (isSidechain: boolean) => ({ ...user('hi'), isSidechain }) as never
  expect([historyLineOf(entry(false)), historyLineOf(entry(true))]).toEqual([{ message: 'u' }, undefined])
})
