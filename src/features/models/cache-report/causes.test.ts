import { expect, test } from 'vitest'
import { englishOf } from '../../../../test/support/english-of.ts'
import type { SystemMessage } from '../../../protocol/message.ts'
import { explain, noteOf } from './causes.ts'
import type { Area } from './compare-requests.ts'

const system = (fields: Partial<SystemMessage>): SystemMessage => ({
  type: 'system',
  uuid: 'u',
  timestamp: '',
  subtype: 'history_edit',
  content: '',
  ...fields,
})

test.each<[string, Partial<SystemMessage>, string | undefined]>([
  ['a boundary', { subtype: 'compact_boundary' }, 'compaction'],
  [
    'cleared results',
    { edit: { kind: 'clear', results: ['a'], media: [], why: 'full', freed: 1 } },
    'results_cleared',
  ],
  [
    'snipped messages',
    { edit: { kind: 'snip', removed: ['a'], by: 'person', freed: 1 } },
    'messages_removed',
  ],
  ['a fold', { edit: { kind: 'collapse', replaced: ['a'], summary: 's', freed: 1 } }, 'compaction'],
  ['a notice', { subtype: 'informational' }, undefined],
])('%s is a cause by itself', (_, fields, cause) => {
  expect(noteOf(system(fields))?.cause).toBe(cause)
})

test.each<[Partial<SystemMessage>, string]>([
  [{ edit: { kind: 'clear', results: ['a'], media: [], why: 'full', freed: 1 } }, '1 old result'],
  [{ edit: { kind: 'clear', results: ['a'], media: ['b'], why: 'full', freed: 1 } }, '2 old results'],
  [{ edit: { kind: 'snip', removed: ['a'], by: 'person', freed: 1 } }, '1 message was removed'],
  [{ edit: { kind: 'collapse', replaced: ['a'], summary: 's', freed: 1 } }, '1 message was summarized'],
  [
    { subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 1, by: 'full-compact' } },
    'a summary by the model',
  ],
  [
    { subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 1, by: 'some-stage' } },
    'the conversation was compacted',
  ],
])('%j is told in words, never by the name of a stage', (fields, detail) => {
  expect(englishOf(noteOf(system(fields))?.detail)).toBe(detail)
})

test('what people and models say is no cause', () => {
  expect(
    noteOf({ type: 'user', uuid: 'u', timestamp: '', message: { role: 'user', content: 'hi' } }),
  ).toBeUndefined()
})

test.each<[Area, string]>([
  ['model', 'model_changed'],
  ['options', 'options_changed'],
  ['tools', 'unexplained'],
  ['system', 'unexplained'],
  ['messages', 'unexplained'],
])('a change of %s that nobody told of is %s', (area, cause) => {
  expect(explain({ area, detail: 'x' }, []).cause).toBe(cause)
})

test('old pictures that gave way to words explain themselves', () => {
  expect(explain({ area: 'messages', detail: 'x', lostMedia: true }, []).cause).toBe('messages_removed')
})

test('a note explains only what it can have changed', () => {
  const notes = [
    { cause: 'tool_loaded', detail: 'A' },
    { cause: 'results_cleared', detail: 'B' },
  ] as const
  expect(englishOf(explain({ area: 'messages', detail: 'x' }, notes))).toEqual({
    cause: 'results_cleared',
    detail: 'B (messages: x)',
  })
  expect(explain({ area: 'system', detail: 'x' }, notes).cause).toBe('unexplained')
})
