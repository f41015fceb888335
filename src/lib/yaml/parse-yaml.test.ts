import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readLocatedYaml } from './located-yaml.ts'
import { parseYaml } from './parse-yaml.ts'

test.each([
  'a: 1\na: 2',
  'a:\n  b: 1\n  b: 2',
  '- {a: 1, b: 2, a: 3}',
  '"a": 1\na: 2',
  '? a\n? a\n',
  '1: a\n"1": b',
])('%j has a key twice and is refused, as the parser itself refuses it', text => {
  expect(() => parse(text, { stringKeys: true })).toThrow('Map keys must be unique')
  expect(() => parseYaml(text)).toThrow('Map keys must be unique')
  expect(readLocatedYaml(text).problems.map(({ message }) => message)).toEqual(['Map keys must be unique'])
})

test.each([
  'a: 1\nb: {a: 2}',
  'a: &x {b: 1}\nc: *x',
  '- a: 1\n- a: 2',
  '',
  'a',
  '? a\n? b',
  '~: 1',
  'a: [1, {b: 2}]',
])('%j is read as the parser reads it', text => {
  const read = (): unknown => parse(text, { stringKeys: true, logLevel: 'error' })
  let expected: unknown
  try {
    expected = read()
  } catch (error) {
    expect(() => parseYaml(text)).toThrow((error as Error).message)
    return
  }
  expect(parseYaml(text)).toEqual(expected)
})
