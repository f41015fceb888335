import { expect, test } from 'vitest'
import type { SessionSummary } from '../../protocol/host.ts'
import { sessionPage } from './session-pages.ts'

const sessions = (count: number): SessionSummary[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${String(at).padStart(3, '0')}`,
    path: '',
    size: 1,
    // Pairs of the same age.
    modifiedAt: 1_000_000 - Math.floor(at / 2) * 1_000,
    cwd: '/w',
  }))

test('every session is on exactly one page, also when one comes in between', () => {
  const seen: string[] = []
  let cursor: string | null | undefined
  let list = sessions(120)
  do {
    const page = sessionPage(list, cursor)
    seen.push(...page.sessions.map(({ sessionId }) => sessionId))
    cursor = page.nextCursor
    list = [{ id: 'new', path: '', size: 1, modifiedAt: 2_000_000, cwd: '/w' }, ...sessions(120)]
  } while (cursor)
  expect(seen).toEqual(sessions(120).map(({ id }) => id))
})

test('one whose directory nobody knows is left out', () => {
  expect(sessionPage([{ id: 'a', path: '', size: 1, modifiedAt: 1 }], undefined)).toEqual({ sessions: [] })
})

test.each(['x', 'bnVsbA', Buffer.from('["a",1]').toString('base64url')])(
  'the cursor %j is refused',
  cursor => {
    expect(() => sessionPage([], cursor)).toThrow('not one of ours')
  },
)
