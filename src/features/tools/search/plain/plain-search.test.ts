import { execFileSync } from 'node:child_process'
import { rgPath } from '@vscode/ripgrep'
import { expect, test } from 'vitest'
import { plant, query } from '../../../../../test/support/search-difference.ts'
import { makeToolCall } from '../../../../../test/support/tool-call.ts'
import { INCOMPLETE_TIME } from '../query.ts'
import { holdTarget } from '../search-target.ts'
import { createBudget } from './budget.ts'
import { knownTypes, typeFilter } from './file-types.ts'
import { createLeash } from './leash.ts'
import { searchPlainly } from './plain-search.ts'
import { walkFiles } from './walk-files.ts'

const never = new AbortController().signal

test('an expression that backtracks for ever costs its file and not the session', async () => {
  const root = plant({ 'a.txt': `${'a'.repeat(60)}!\n`, 'b.txt': 'aab\n' })
  using place = holdTarget(root, makeToolCall({ cwd: root }))
  const found = await searchPlainly(query(root, { pattern: '(a|a)+b|(a+)+b' }), place, {
    signal: never,
    why: 'missing',
  })
  expect(found).toEqual({
    byFile: new Map([['b.txt', ['1:aab']]]),
    notes: [
      expect.objectContaining({
        text: 'a.txt was left out: the expression takes too long on it. Simplify it.',
      }),
      expect.objectContaining({ text: 'ripgrep is missing; this was the slower built-in search.' }),
    ],
    isComplete: false,
  })
})

test('work on a leash ends by itself or is ended, and its errors pass', async () => {
  const leash = await createLeash(60_000)
  const short = await createLeash(50)
  let count = 0
  expect([
    leash.run(() => void count++),
    short.run(() => {
      for (;;) count++
    }),
  ]).toEqual([true, false])
  expect(() =>
    leash.run(() => {
      throw new Error('mine')
    }),
  ).toThrow('mine')
})

test('a walk whose time is up ends with what it has and a note', async () => {
  const root = plant({ 'a/a.txt': '', 'b/b.txt': '' })
  const budget = createBudget(never, -1)
  const names: string[] = []
  for await (const name of walkFiles(root, budget)) names.push(name)
  expect([names, [...budget.notes]]).toEqual([[], [INCOMPLETE_TIME]])
})

test('an interrupted search says so', async () => {
  const root = plant({})
  using place = holdTarget(root, makeToolCall({ cwd: root }))
  await expect(
    searchPlainly(query(root, {}), place, { signal: AbortSignal.abort(), why: 'missing' }),
  ).rejects.toThrow('The search was interrupted.')
})

test('file types mean what they mean to ripgrep', () => {
  const lines = execFileSync(rgPath, ['--no-config', '--type-list'], { encoding: 'utf8' }).trim().split('\n')
  const theirs = new Map(lines.map(line => line.split(': ') as [string, string]))
  for (const [name, globs] of knownTypes()) expect([name, globs.join(', ')]).toEqual([name, theirs.get(name)])
})

test('an unknown type is refused with the way out', () => {
  expect(() => typeFilter('constructor')).toThrow(/constructor is unrecognized: .*Use glob instead/)
  expect([typeFilter('ts')('a.mts'), typeFilter('ts')('a.js')]).toEqual([true, false])
})
