import { expect, test } from 'vitest'
import { parseFields } from '../frontmatter.ts'
import { readLocatedYaml } from './located-yaml.ts'
import { isDeepYaml } from './yaml-depth.ts'

test.each([
  ['lists', '['],
  ['maps', '{'],
  ['maps as keys', '{? {'],
  ['items in items', '- '],
  ['keys in keys', '? '],
  ['lists with names', '&a ['],
])('%s in one another beyond all measure are refused in a sentence, at once', async (_name, unit) => {
  const text = unit.repeat(5_000)
  expect(isDeepYaml(text)).toBe(true)
  expect(await parseFields(text)).toBeUndefined()
  expect(readLocatedYaml(text).problems).toMatchObject([{ message: expect.stringContaining('nested') }])
})

test.each([
  ['a map as a key', '{a: b}: c'],
  ['a key that is its own', '? &a [*a]\n: b'],
])('%s is refused, because its name would have to be made of it', async (_name, text) => {
  expect(readLocatedYaml(text).problems).not.toEqual([])
  expect(readLocatedYaml(text).value).toBeUndefined()
})

test('what people write is not deep', () => {
  expect(isDeepYaml('a: [b, {c: d}]\n'.repeat(1000))).toBe(false)
  expect(isDeepYaml('- - - a\n')).toBe(false)
})
