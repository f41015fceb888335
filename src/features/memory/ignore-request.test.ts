import { expect, test } from 'vitest'
import { asksToIgnoreMemory } from './ignore-request.ts'

test.each<[string, boolean]>([
  ['Ignore memory and answer afresh', true],
  ['please ignore your memory for this one', true],
  ["don't use any saved memories here", true],
  ['Do this without using memory.', true],
  ['请忽略你的记忆,重新回答', true],
  ['ignore memory leaks for now', false],
  ['Do not use memory allocation in the loop', false],
  ['without memory pressure it works', false],
  ['remember that I like tabs', false],
  ['what is in your memory?', false],
])('%s: %s', (text, expected) => {
  expect(asksToIgnoreMemory(text)).toBe(expected)
})
