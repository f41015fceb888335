import { expect, test } from 'vitest'
import { MEMORY_TYPES } from './memory-file.ts'
import { memoryGuide } from './memory-guide.ts'

test.each(['en', 'zh'] as const)('in %s it names the directory, the index and every type', language => {
  const text = memoryGuide('/m', language)
  for (const word of ['/m', 'MEMORY.md', ...MEMORY_TYPES]) expect(text).toContain(word)
})

test('it stays short: every request carries it', () => {
  expect(memoryGuide('').length).toBeLessThan(2_000)
})
