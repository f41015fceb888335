import { expect, test } from 'vitest'
import { deedsIn } from './deeds.ts'
import { toolRows } from './index.ts'

/** The ledger shows their command, file, address or question, which says what they did. */
const SAID_BY_INPUT = [
  'Bash',
  'Edit',
  'Monitor',
  'NotebookEdit',
  'Read',
  'WebFetch',
  'WebSearch',
  'Write',
]

test('the ledger has words for every tool whose input does not say what it did, in both languages', () => {
  const wordless = (language: 'en' | 'zh') =>
    Object.keys(toolRows).filter(name => !Object.hasOwn(deedsIn(language), name))
  expect(wordless('en')).toEqual(SAID_BY_INPUT)
  expect(wordless('zh')).toEqual(SAID_BY_INPUT)
})
