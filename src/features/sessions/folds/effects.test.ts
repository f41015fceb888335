import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../../../../test/support/messages.ts'
import type { CallEffect } from '../../../protocol/context.ts'
import type { UserMessage } from '../../../protocol/message.ts'
import type { FileHistoryEntry } from '../../../protocol/session/file-history.ts'
import { EffectLedger, EffectReader } from './effects.ts'

const at = '2026-01-01T00:00:00.000Z'
const made: CallEffect = { kind: 'command', text: 'make', outcome: 'done' }
const ended = (uuid: string, id: string, effects: readonly unknown[]): UserMessage => ({
  ...user(uuid, [result(id)]),
  effects: effects as readonly CallEffect[],
})
const snapshot = (messageUuid: string, files: FileHistoryEntry['files']): FileHistoryEntry => ({
  type: 'file-history-snapshot',
  sessionId: 's',
  messageUuid,
  files,
})
const written = { before: null, after: { hash: 'h' } }
const deleted = { before: { hash: 'h' }, after: null }

test('an effect is told with its call, its time and the message on whose behalf it happened', () => {
  const ledger = new EffectLedger([], [user('u1', 'build it')])
  ledger.see(assistant('a1', [call('c1', 'Bash')]))
  ledger.see(ended('r1', 'c1', [made]))
  expect(ledger.effects).toEqual([{ ...made, toolUseId: 'c1', at, userMessageUuid: 'u1' }])
})

test('what is known already is not told again', () => {
  const messages = [user('u1', 'build it'), assistant('a1', [call('c1')]), ended('r1', 'c1', [made, made])]
  const once = new EffectLedger([], messages).effects
  expect(once).toHaveLength(2)
  expect(new EffectLedger(once, messages).effects).toEqual(once)
})

test('a call whose end nobody saw may have had any effect', () => {
  const reader = new EffectReader()
  reader.take(assistant('a1', [{ ...call('c1', 'Deploy'), input: { to: 'prod' } }, call('c2')]))
  reader.take(user('r2', [result('c2')]))
  const lost = { ...user('r1', [result('c1'), result('c9')]), origin: { kind: 'interrupted_calls' } }
  expect(reader.take(lost)).toEqual([
    { kind: 'other', text: 'Deploy {"to":"prod"}', outcome: 'interrupted', toolUseId: 'c1', at },
  ])
})

test('lines of a file that are no effects are passed over', () => {
  const odd = [
    null,
    3,
    {},
    { ...made, kind: 'magic' },
    { ...made, outcome: 1 },
    { ...made, detail: {} },
    made,
  ]
  expect(new EffectReader().take(ended('r1', 'c1', odd))).toEqual([{ ...made, toolUseId: 'c1', at }])
  const none = { ...user('r1', [result('c1')]), effects: 'none' } as unknown as UserMessage
  expect(new EffectReader().take(none)).toEqual([])
})

test.each<[string, Partial<FileHistoryEntry>, string]>([
  ['while a command ran', {}, 'during a command or call (by it or by somebody else)'],
  ['while background work ran', { shared: true }, 'during or after a command (by it or by somebody else)'],
])('files found changed %s are told with its message, and not as written by it', (_when, more, how) => {
  const ledger = new EffectLedger([], [user('u1', 'build it')])
  ledger.seeFiles(
    { ...snapshot('u1', { '/p/a': written, '/p/b': deleted }), ...more },
    '2026-01-02T00:00:00.000Z',
  )
  const rest = { kind: 'external', outcome: 'done', at: '2026-01-02T00:00:00.000Z', userMessageUuid: 'u1' }
  expect(ledger.effects).toEqual([
    { ...rest, text: '/p/a', detail: `changed ${how}` },
    { ...rest, text: '/p/b', detail: `deleted ${how}` },
  ])
})

test('files that a tool announced are told as written', () => {
  const reader = new EffectReader()
  const entry = { ...snapshot('u1', { '/p/a': written, '/p/b': deleted }), intent: true as const }
  expect(reader.takeFiles(entry)).toMatchObject([
    { kind: 'write', text: '/p/a' },
    { kind: 'delete', text: '/p/b' },
  ])
})

test('a rewind is not told by what it changed: who did it tells', () => {
  const reader = new EffectReader()
  const both = snapshot('r1', { '/p/a': written, '/p/b': deleted })
  expect(reader.takeFiles({ ...both, rewind: 'begun' })).toEqual([])
  expect(reader.takeFiles({ ...snapshot('r1', { '/p/b': written }), rewind: 'ended' })).toEqual([])
})

test('very many files are told as the directory they have in common', () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `/p/gen/${n % 2 ? 'x' : 'xy'}/${n}.ts`,
      n < 30 ? written : deleted,
    ]),
  )
  const reader = new EffectReader()
  reader.take(user('u1', 'go'))
  expect(reader.takeFiles({ ...snapshot('other', files), shared: true })).toEqual(
    ['30', '10'].map((count, index) => ({
      kind: 'external',
      text: `${count} files below /p/gen`,
      outcome: 'done',
      at: '',
      detail: `${index === 0 ? 'changed' : 'deleted'} during or after a command (by it or by somebody else)`,
    })),
  )
})
