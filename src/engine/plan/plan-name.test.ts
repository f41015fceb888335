import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planName } from './part.ts'

test('a name is made of words and is a plain file name, whatever the id', () => {
  fc.assert(
    fc.property(fc.string(), id => {
      expect(planName(id)).toMatch(/^[a-z]+-[a-z]+-[a-z]+-[0-9a-f]{12}\.md$/)
      expect(planName(id)).toBe(planName(id))
    }),
  )
})

test('many sessions have as many names', () => {
  const names = new Set(Array.from({ length: 5_000 }, (_, at) => planName(`session ${at}`)))
  expect(names.size).toBe(5_000)
})
