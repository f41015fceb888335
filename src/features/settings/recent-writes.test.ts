import { expect, test } from 'vitest'
import { RecentWrites } from './recent-writes.ts'

test('what this program wrote is its own, over several writes, until somebody else writes between them', () => {
  const writes = new RecentWrites()
  writes.note('f', { before: 'a', after: 'b' })
  writes.note('f', { before: 'b', after: 'c' })
  expect(writes.made('f', { before: 'a', after: 'c' })).toBe(true)
  expect(writes.made('f', { before: 'b', after: 'c' })).toBe(true)
  expect(writes.made('f', { before: 'c', after: 'b' })).toBe(false)
  expect(writes.made('g', { before: 'a', after: 'b' })).toBe(false)
  writes.note('f', { before: 'theirs', after: 'd' })
  expect(writes.made('f', { before: 'c', after: 'd' })).toBe(false)
})
