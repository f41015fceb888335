import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test.each([
  [new TypeError('no such thing'), 'no such thing'],
  ['thrown as it is', 'thrown as it is'],
  [undefined, 'undefined'],
])('%s is told as %j', (error, text) => {
  expect(errorText(error)).toBe(text)
})
