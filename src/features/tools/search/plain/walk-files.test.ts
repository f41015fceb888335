import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from '../../../../../test/support/search-difference.ts'
import { makePipe } from '../../../../../test/support/tool-call.ts'
import { createBudget } from './budget.ts'
import { walkFiles } from './walk-files.ts'

const SLOW = [
  expect.objectContaining({
    text: 'The ignore files here take too long to follow: ignored files were searched too.',
  }),
]

const walk = async (root: string, rulesMs = 60_000) => {
  const budget = createBudget(new AbortController().signal, 600_000)
  const names = await Array.fromAsync(walkFiles(root, budget, rulesMs))
  return { names: names.sort(), notes: [...budget.notes] }
}

test('rules hold through the whole tree, however many entries a directory has', async () => {
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`d/${index}.log`, '']))
  const root = plant({
    ...many,
    '.gitignore': '*.log\n',
    'd/a': '',
    'd/e/b.log': '',
    'd/e/c': '',
    '.git/x': '',
  })
  expect(await walk(root)).toEqual({ names: ['.gitignore', 'd/a', 'd/e/c'], notes: [] })
})

test('a pipe, a directory or a huge file in the place of an ignore file is no rule', async () => {
  const root = plant({ 'a.log': '', 'd/.ignore/x': '', 'd/a.log': '', 'e/a.log': '' })
  for (const name of ['.gitignore', '.ignore', '.rgignore']) makePipe(join(root, name))
  const huge = join(root, 'e/.gitignore')
  writeFileSync(huge, '*.log\n')
  truncateSync(huge, 1024 ** 3)
  expect(await walk(root)).toEqual({
    names: ['a.log', 'd/.ignore/x', 'd/a.log', 'e/.gitignore', 'e/a.log'],
    notes: [],
  })
})

test.each([
  ['a rule that backtracks for ever', `${'*a'.repeat(12)}b\n`],
  ['more rules than can be asked', Array.from({ length: 30_000 }, (_, index) => `*a${index}`).join('\n')],
])('%s is given up, and the walk goes on and says so', async (_, rules) => {
  const names = Array.from({ length: 300 }, (_, index) => `${'a'.repeat(200)}${index}`)
  const root = plant({ '.gitignore': rules, 'd/x': '', ...Object.fromEntries(names.map(name => [name, ''])) })
  expect(await walk(root, 50)).toEqual({ names: ['.gitignore', ...names, 'd/x'].sort(), notes: SLOW })
})
