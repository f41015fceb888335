import { expect, test } from 'vitest'
import { result, user } from '../../../test/support/messages.ts'
import { isPersons } from './is-persons.ts'

test.each([
  ['words', user('1', 'do it'), true],
  ['blanks', user('1', ' \n'), false],
  ['a note of the harness', { ...user('1', 'go on'), isMeta: true }, false],
  ['a summary', { ...user('1', 'gist'), isCompactSummary: true }, false],
  [
    'a command the person ran',
    { ...user('1', '<bash-input>ls</bash-input>'), origin: { kind: 'shell' } },
    false,
  ],
  ['a result', user('1', [result('c1')]), false],
  ['a result with output', { ...user('1', 'x'), toolUseResult: {} }, false],
])('%s', (_name, message, expected) => {
  expect(isPersons(message)).toBe(expected)
})

test('pictures alone are not words', () => {
  const image = { type: 'image', source: { type: 'url', url: 'x' } } as const
  expect(isPersons(user('1', [image]))).toBe(false)
})
