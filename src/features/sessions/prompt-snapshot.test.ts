import { expect, test } from 'vitest'
import { isPromptSnapshot } from './parse-entry.ts'

const good = {
  hash: 'h',
  version: '1.0.0',
  model: 'm',
  choice: 'c',
  system: [{ text: 'a', cache: 'global' }, { text: 'b' }],
  tools: [{ name: 'Read', description: 'd', input_schema: {} }],
  sections: { git: 'x' },
}

test('a whole snapshot is usable', () => {
  expect(isPromptSnapshot(good)).toBe(true)
})

test.each([
  { ...good, hash: 1 },
  { ...good, version: undefined },
  { ...good, system: 'a' },
  { ...good, system: [{ text: 1 }] },
  { ...good, system: [{ text: 'a', cache: 'mine' }] },
  { ...good, tools: [{ name: 'Read' }] },
  { ...good, tools: null },
  { ...good, sections: { git: 1 } },
  { ...good, sections: [] },
])('a part of another shape makes it none: %j', value => {
  expect(isPromptSnapshot(value)).toBe(false)
})
