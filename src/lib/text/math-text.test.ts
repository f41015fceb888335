import { expect, test } from 'vitest'
import { findMath, mathText } from './math-text.ts'

test.each([
  ['E = mc^2', 'E = mc²'],
  ['\\alpha \\leq \\beta', 'α ≤ β'],
  ['\\frac{a}{b}', 'a/b'],
  ['\\frac{a+1}{2}', '(a+1)/2'],
  ['x_1 + x_{12}', 'x₁ + x₁₂'],
  ['e^{i\\pi} + 1 = 0', 'e^(iπ) + 1 = 0'],
  ['\\sum_{i=1}^n i', '∑ᵢ₌₁ⁿ i'],
  ['\\sqrt{x+1}', '√(x+1)'],
  ['f: \\mathbb{R} \\to \\mathbb{R}', 'f: ℝ → ℝ'],
  ['\\left( a \\right)', '( a )'],
  ['\\begin{pmatrix} a & b \\end{pmatrix}', undefined],
  ['\\unknown{x}', undefined],
  ['x^', undefined],
  ['{a', undefined],
  ['a}', undefined],
  ['\\constructor', undefined],
  ['x'.repeat(500), undefined],
])('%j is %j', (source, text) => {
  expect(mathText(source)).toBe(text)
})

test.each([
  ['$E = mc^2$ holds', 'E = mc^2'],
  ['$x$', 'x'],
  ['$$\\frac{a}{b}$$', '\\frac{a}{b}'],
  ['\\(a_1\\)', 'a_1'],
  ['\\[ x = 1 \\]', 'x = 1'],
  ['$5 and $10', undefined],
  ['$5-$10', undefined],
  ['$5, $6 and $7 = $18', undefined],
  ['$5 plus tax = a total of $10', undefined],
  ['$HOME and $PATH', undefined],
  ['$HOME/a_b:$PATH', undefined],
  ['$ x = 1 $', undefined],
  ['$x = 1\n$', undefined],
  ['$', undefined],
  ['$$', undefined],
])('at the beginning of %j the formula is %j', (text, source) => {
  expect(findMath(text)?.source).toBe(source)
})

test('a long text of dollar signs is read in no time', () => {
  const text = '$a '.repeat(100_000)
  expect(findMath(text)).toBeUndefined()
})
