import { expect, test } from 'vitest'
import { guardWrite } from './memory-directory.ts'

const directory = { path: '/home/u/.capstan/projects/p/memory', caseSensitive: true }
const secret = Buffer.from(`# Access\nUse gh${'p'}_${'aB3dE5gH7j'.repeat(4)}\n`)

test('tells whether a write goes into the memory', () => {
  const text = Buffer.from('plain')
  expect(guardWrite(directory, `${directory.path}/a.md`, text)).toBe(true)
  expect(guardWrite(directory, '/home/u/project/a.md', text)).toBe(false)
  expect(guardWrite(directory, `${directory.path}-other/a.md`, text)).toBe(false)
})

test('a secret is refused there and only there', () => {
  expect(() => guardWrite(directory, `${directory.path}/a.md`, secret)).toThrow(
    'Not written to memory: line 2 looks like a secret (github-token). Note where the secret is kept instead of the secret itself.',
  )
  expect(guardWrite(directory, '/home/u/project/.env', secret)).toBe(false)
})
