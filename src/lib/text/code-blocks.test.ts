import { expect, test } from 'vitest'
import { codeBlocksIn } from './code-blocks.ts'

test.each<[string, readonly string[]]>([
  ['no code, but `some`', []],
  ['```ts\nconst a = 1\n\n  b()\n```\nand\n~~~\nx\n~~~', ['const a = 1\n\n  b()', 'x']],
  [
    '1. Run:\n   ```sh\n   make\n     all\n   ```\n   - deeper\n\n     ```\n     y\n     ```',
    ['make\n  all', 'y'],
  ],
  ['> ```\n> quoted\n> ```', ['quoted']],
  ['````\n```\ninner\n```\n````', ['```\ninner\n```']],
  ['a\n\n    indented\n      more', ['indented\n  more']],
  ['```\nnot closed', ['not closed']],
])('the code of %j', async (text, expected) => {
  expect(await codeBlocksIn(text)).toEqual(expected)
})
