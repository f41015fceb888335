import { expect, test } from 'vitest'
import { createRecentContents } from './files.ts'

test('the last files are held, none that is large, and never a content that was replaced', () => {
  const held = createRecentContents()
  for (let at = 0; at < 40; at++) held.hold(`/${at}`, Buffer.from(String(at)))
  expect([held.get('/7'), held.get('/8')?.toString(), held.get('/39')?.toString()]).toEqual([
    undefined,
    '8',
    '39',
  ])
  held.hold('/39', Buffer.alloc(100_000))
  expect(held.get('/39')).toBeUndefined()
})
