import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import { createNormaliser, hashOf, summarise } from './normalise.ts'

const normalise = createNormaliser({ cwd: '/home/me/project', home: '/home/me' })

test.each([
  ['cwd /home/me/project/src/a.ts', 'cwd <cwd>/src/a.ts'],
  ['home /home/me/.x', 'home <home>/.x'],
  ['id 0b9b5b8e-3f0e-4c1a-9d2e-1a2b3c4d5e6f.', 'id <uuid>.'],
  ['at 2026-11-15T10:00:00.123Z!', 'at <time>!'],
  ['at 2026-11-15 10:00:00+01:00', 'at <time>'],
  ["Today's date: 2026-11-15", "Today's date: <date>"],
  ['in /tmp/demo-x1/a.ts and /private/var/folders/ab/cd/T/run9/b', 'in <tmp>/a.ts and <tmp>/b'],
  ['v1.2.3-4 stays', 'v1.2.3-4 stays'],
])('%s becomes %s', (text, expected) => {
  expect(normalise(text)).toBe(expected)
})

test('runs that differ only in place and time have the same hash', () => {
  const request = (cwd: string, day: string) => modelRequest({ system: [{ text: `In ${cwd} on ${day}` }] })
  const one = hashOf(summarise(request('/a/b', '2026-01-01'), createNormaliser({ cwd: '/a/b' })))
  const two = hashOf(summarise(request('/c/d', '2026-02-02'), createNormaliser({ cwd: '/c/d' })))
  expect(one).toBe(two)
})

test.each([
  { model: 'other' },
  { system: [{ text: 'other' }] },
  { tools: [] },
  { messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'other' }] }] },
])('%j changes the hash', fields => {
  const plain = createNormaliser({})
  expect(hashOf(summarise(modelRequest(fields), plain))).not.toBe(hashOf(summarise(modelRequest(), plain)))
})
