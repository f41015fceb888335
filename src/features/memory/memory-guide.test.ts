import { expect, test } from 'vitest'
import { MEMORY_TYPES } from './memory-file.ts'
import { memoryGuide } from './memory-guide.ts'

test.each(['en', 'zh'] as const)('in %s it names the directory, the index and every type', language => {
  const text = memoryGuide({ directory: '/m' }, language)
  for (const word of ['/m', 'MEMORY.md', ...MEMORY_TYPES]) expect(text).toContain(word)
})

test('it stays short: every request carries it', () => {
  expect(memoryGuide({ directory: '' }).length).toBeLessThan(2_000)
})

test.each(['en', 'zh'] as const)(
  'the memories of a team are spoken of only where there are some (%s)',
  language => {
    const alone = memoryGuide({ directory: '/m' }, language)
    const together = memoryGuide({ directory: '/m', team: '/shared/notes' }, language)
    expect(together.startsWith(alone)).toBe(true)
    expect(together.slice(alone.length)).toContain('/shared/notes')
  },
)
