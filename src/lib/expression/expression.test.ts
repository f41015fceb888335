import { expect, test } from 'vitest'
import { ExpressionError, evaluate } from './expression.ts'
import { parseExpression } from './parse-expression.ts'
import { fillTemplate, parseTemplate, valueText } from './template.ts'

const SCOPE = {
  inputs: { deep: true, n: 3, name: 'x y', list: ['a', 'b'], none: null },
  steps: { 'find-all': { output: { files: [{ path: 'p' }] } } },
}

test.each([
  ['inputs.deep', true],
  ['not inputs.deep', false],
  ['!inputs.deep || inputs.n >= 3', true],
  ['inputs.n > 3 or inputs.name == "x y"', true],
  ['inputs.n == 3 and (inputs.n < 2 or inputs.deep)', true],
  ["inputs.list[1] == 'b'", true],
  ['inputs.list.length', 2],
  ['inputs.list == inputs.list', true],
  ['steps.find-all.output.files[0].path', 'p'],
  ['steps["find-all"].output.files.length > 0', true],
  ['inputs.none == null', true],
  ['inputs.missing.deeper.still', undefined],
  ['inputs.missing == null', true],
  ['inputs.n < "4"', false],
  ['inputs.n == -3', false],
  ['inputs.constructor', undefined],
  ['inputs["__proto__"]', undefined],
])('%s is %j', (text, value) => {
  expect(evaluate(parseExpression(text), SCOPE)).toEqual(value)
})

test.each([
  ['inputs.', 7, 'a name is missing'],
  ['inputs.a ==', 11, 'something is missing'],
  ['(inputs.a', 9, '")" is missing'],
  ['inputs.a inputs.b', 9, '"inputs" is not expected'],
  ['inputs.a = 1', 9, '"=" is not expected'],
  ['process.exit()', 12, '"(" is not expected'],
  ['a; b', 1, '";" is not expected'],
  ['', 0, 'something is missing'],
])('%j is refused at %i: %s', (text, at, words) => {
  try {
    parseExpression(text)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError)
    expect([(error as ExpressionError).at, (error as Error).message]).toEqual([
      at,
      expect.stringContaining(words),
    ])
  }
})

test('nesting without end is refused, not a crash', () => {
  expect(() => parseExpression('!'.repeat(5000))).toThrow(ExpressionError)
  expect(() => parseExpression('('.repeat(5000))).toThrow(ExpressionError)
})

test('a text with placeholders is taken apart and filled', () => {
  const template = parseTemplate('Look at ${{ inputs.name }} and ${{inputs.list}}.')
  expect(fillTemplate(template, ({ expression }) => valueText(evaluate(expression, SCOPE)))).toBe(
    'Look at x y and [\n  "a",\n  "b"\n].',
  )
  expect(() => parseTemplate('a ${{ b')).toThrow('"}}" is missing')
  expect(() => parseTemplate('abc ${{ b c }}')).toThrow(expect.objectContaining({ at: 10 }))
})
