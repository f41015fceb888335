import { expect, test } from 'vitest'
import { stripAnsi } from './strip-ansi.ts'

test.each([
  ['plain [31m text', 'plain [31m text'],
  ['\u001b[1;31mred\u001b[0m', 'red'],
  ['\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007', 'link'],
  ['\u001b]0;title\u001b\\text', 'text'],
  ['\u001b(Bplain\u001b7\u001b8', 'plain'],
  ['a\u001b[2K\rb\n', 'a\rb\n'],
  ['\u009b32mgreen', 'green'],
  ['ends in \u001b', 'ends in \u001b'],
])('%j becomes %j', (text, stripped) => {
  expect(stripAnsi(text)).toBe(stripped)
})
