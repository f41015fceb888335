import { expect, test } from 'vitest'
import { outputLines } from './folded-lines.ts'

test.each<[string, readonly string[]]>([
  ['', []],
  ['\n\na\n\nb\n\n', ['a', '', 'b']],
  ['10%\r20%\rdone\n', ['done']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['\u001b[32mok\u001b[0m', ['ok']],
  ['beep\u0007', ['beep\\u{7}']],
])('%j is printed as %j', (text, expected) => {
  expect(outputLines(text)).toEqual(expected)
})

test('blanks in the middle of a long line are read once', () => {
  const line = `a${' '.repeat(500_000)}b`
  expect(outputLines(`${line}\n`)).toEqual([line])
})
