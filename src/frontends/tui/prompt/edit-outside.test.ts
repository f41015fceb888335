import { expect, test } from 'vitest'
import { belowMark, contextAbove } from './edit-outside.ts'

test('the last answer stands quoted above the mark, and only what is below it is the prompt', () => {
  const above = contextAbove('One\n\nTwo', '--')
  expect(above).toBe('> One\n>\n> Two\n--\n')
  expect(belowMark(`${above}and now\nmore\n`, '--')).toBe('and now\nmore\n')
  expect(belowMark('> One\n> changed\n --\nyes', '--')).toBe('yes')
  expect(belowMark('without the mark', '--')).toBe('without the mark')
  expect(belowMark('--\nmine', undefined)).toBe('--\nmine')
  expect(contextAbove('x\n'.repeat(500), '--').split('\n').length).toBeLessThan(250)
})
