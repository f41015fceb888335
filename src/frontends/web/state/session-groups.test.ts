import { expect, test } from 'vitest'
import { groupSessions, shortFolder, stateWord } from './session-groups.ts'

const SESSIONS = [
  { id: 'a', open: true, running: true, title: 'Fix the parser', cwd: '/w/one' },
  { id: 'b', open: true, questions: 1, title: 'Tests', cwd: '/w/two' },
  { id: 'c', open: false, title: 'Old parser work', cwd: '/w/one' },
]

test('those that wait for somebody stand first, and every word of a search counts', () => {
  const { open, kept } = groupSessions(SESSIONS, '')
  expect([open.map(({ id }) => id), kept.map(({ id }) => id)]).toEqual([['b', 'a'], ['c']])
  expect(groupSessions(SESSIONS, 'one PARSER')).toMatchObject({ open: [{ id: 'a' }], kept: [{ id: 'c' }] })
})

test('a session waits, works, is idle, or is only kept', () => {
  expect(SESSIONS.map(stateWord)).toEqual(['works', 'waits', undefined])
  expect(stateWord({ id: 'd', open: true })).toBe('idle')
  expect(shortFolder('/home/me/projects/shop')).toBe('…/projects/shop')
  expect(shortFolder('/home/me/a-name-of-many-letters/shop')).toBe('…/shop')
})

test('a session that another program has open is among the open ones, and says so', () => {
  const elsewhere = { id: 'e', open: false, elsewhere: true }
  expect(groupSessions([elsewhere, { id: 'k', open: false }], '').open).toEqual([elsewhere])
  expect(stateWord(elsewhere)).toBe('elsewhere')
})
