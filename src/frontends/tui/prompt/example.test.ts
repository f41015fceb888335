import { expect, test } from 'vitest'
import { chatEn } from '../text/en/chat.ts'
import { findExample } from './example.ts'

const at = (tree: Readonly<Record<string, readonly string[]>>) => {
  const read: string[] = []
  return {
    read,
    files: {
      list: async (directory: string) => {
        read.push(directory)
        return (tree[directory] ?? []).map(name => ({ path: directory + name, matched: [] }))
      },
    },
  }
}

test.each([
  ['a test', { '': ['src/', 'test/'], 'test/': ['cart.test.js'], 'src/': ['cart.js'] }, 'test/cart.test.js'],
  ['a source file', { '': ['lib/', 'eslint.config.js', 'README.md'], 'lib/': ['main.py'] }, 'lib/main.py'],
  ['a text', { '': ['README.md', 'photo.png'] }, 'README.md'],
] as const)('the example names %s that is really there', async (_, tree, path) => {
  const { files, read } = at(tree)
  expect(await findExample(files, { chat: chatEn })).toContain(path)
  expect(read.length).toBeLessThan(4)
})

test('an empty directory gets an example that needs no file', async () => {
  expect(await findExample(at({}).files, { chat: chatEn })).toBe(chatEn.examples.empty)
})
