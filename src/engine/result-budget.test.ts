import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../test/support/tool-call.ts'
import type { ResultBlock } from '../protocol/message.ts'
import { createResultBudget, resultChars } from './result-budget.ts'

const text = (content: string): ResultBlock => ({ type: 'text', text: content })
const image: ResultBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } }
const make = () => {
  const directory = join(makeDirectory(), 'session', 'tool-results')
  return { directory, budget: createResultBudget(() => directory) }
}

test('what fits is shown whole and kept nowhere', () => {
  const { budget, directory } = make()
  expect(budget.fit({ id: 'a', blocks: [] })).toBe('')
  expect(budget.fit({ id: 'a', blocks: [text('short')] })).toBe('short')
  expect(budget.fit({ id: 'a', blocks: [text('x'.repeat(50_000))] })).toHaveLength(50_000)
  expect(budget.fit({ id: 'a', blocks: [text('see'), image] })).toEqual([text('see'), image])
  expect(() => readdirSync(directory)).toThrow('ENOENT')
})

test('a result of 5 MB becomes less than 3 KB, with its size and the private file that holds it', () => {
  const { budget, directory } = make()
  const long = 'one line of it\n'.repeat(350_000)
  const shown = budget.fit({ id: 'toolu_1', blocks: [text(long)] }) as string
  const path = join(directory, 'toolu_1.txt')
  expect(Buffer.byteLength(shown)).toBeLessThan(3_000)
  expect(shown).toContain(`${long.length} characters. All of it is in ${path}`)
  expect(shown).toMatch(/\none line of it\n\[…\]$/)
  expect(readFileSync(path, 'utf8')).toBe(long)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})

test('a tool has its own limit, or none', () => {
  const { budget } = make()
  expect(budget.fit({ id: 'a', blocks: [text('x'.repeat(5_000))], maxChars: 4_000 })).toContain(
    '5000 characters',
  )
  expect(
    budget.fit({ id: 'b', blocks: [text('x'.repeat(150_000))], maxChars: Number.POSITIVE_INFINITY }),
  ).toHaveLength(150_000)
})

test('the results of one reply share 200,000 characters; the next reply has its own', () => {
  const { budget, directory } = make()
  const sizeOf = (id: string) => budget.fit({ id, blocks: [text('x'.repeat(45_000))] }).length
  expect(['a', 'b', 'c', 'd'].map(sizeOf)).toEqual([45_000, 45_000, 45_000, 45_000])
  expect(sizeOf('e')).toBeLessThan(3_000)
  expect(budget.fit({ id: 'f', blocks: [text('small stays')] })).toBe('small stays')
  budget.startReply()
  expect(sizeOf('g')).toBe(45_000)
  expect(readdirSync(directory)).toEqual(['e.txt'])
})

test('several texts are kept as JSON, images stay where they are', () => {
  const { budget, directory } = make()
  const shown = budget.fit({ id: 'a', blocks: [text('x'.repeat(60_000)), image, text('end')] })
  expect(shown).toEqual([text(expect.stringContaining('a.json') as unknown as string), image])
  expect(JSON.parse(readFileSync(join(directory, 'a.json'), 'utf8'))).toEqual(['x'.repeat(60_000), 'end'])
})

test('an id from a reply leads nowhere else, and no result replaces another', () => {
  const { budget, directory } = make()
  for (const id of ['../../x', '', '../../x']) budget.fit({ id, blocks: [text('y'.repeat(60_000))] })
  expect(readdirSync(directory).sort()).toEqual(['______x-2.txt', '______x.txt', 'result.txt'])
})

test('a result that cannot be kept is shown by its beginning and end, and that is said', () => {
  const file = join(makeDirectory(), 'file')
  writeFileSync(file, '')
  const budget = createResultBudget(() => join(file, 'below'))
  const shown = budget.fit({ id: 'a', blocks: [text(`${'a'.repeat(40_000)}${'z'.repeat(40_000)}`)] })
  expect(shown).toMatch(/^a+\n\[… 60000 characters left out; they could not be kept: ENOTDIR.* …\]\nz+$/)
})

test('no character is cut in half', () => {
  const { budget } = make()
  const shown = budget.fit({ id: 'a', blocks: [text(`x${'😀'.repeat(40_000)}`)] }) as string
  expect(shown.isWellFormed()).toBe(true)
})

test('for a model with a small window results are cut earlier, each and together', () => {
  const { directory } = make()
  const budget = createResultBudget(
    () => directory,
    () => resultChars(8_000),
  )
  const shown = (size: number) =>
    budget.fit({ id: `r${size}`, blocks: [text('x'.repeat(size))], maxChars: 160_000 })
  expect(shown(4_800)).toHaveLength(4_800)
  expect(shown(4_801)).toContain('All of it is in')
  expect(shown(4_000)).toContain('All of it is in')
})
