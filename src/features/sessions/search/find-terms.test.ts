import { expect, test } from 'vitest'
import { countTerms, excerptsOf, termsOf } from './find-terms.ts'

test.each([
  ['port 8123', ['port', '8123']],
  ['What about "exit code 1" then?', ['what', 'about', 'exit code 1', 'then']],
  ['(a.*b)+ [x', ['a.*b)+', '[x']],
  ['Port PORT port', ['port']],
  ['??', ['??']],
  ['   ', []],
  ['src/a.ts:12, "open', ['src/a.ts:12', 'open']],
])('%j looks for %j', (query, terms) => {
  expect(termsOf(query)).toEqual(terms)
})

test('terms are counted once each, whatever the case', () => {
  expect(countTerms('The PORT is port 8123', ['port', '8123', 'host'])).toBe(2)
})

test('lines that fit are shown with their neighbours; those that touch are one', () => {
  const text = ['one', 'two', 'port 1', 'three', 'four', 'five', 'six', 'port 2', 'port 3', 'seven'].join(
    '\n',
  )
  expect(excerptsOf(text, ['port'], 3)).toEqual({
    excerpts: [
      { line: 2, text: 'two\nport 1\nthree' },
      { line: 7, text: 'six\nport 2\nport 3\nseven' },
    ],
    more: 0,
  })
})

test('the lines with most of the words are chosen, and the others counted', () => {
  const text = ['a port', '', '', '', 'a port of host', '', '', '', 'port'].join('\n')
  expect(excerptsOf(text, ['port', 'host'], 1)).toEqual({
    excerpts: [{ line: 4, text: '\na port of host\n' }],
    more: 2,
  })
})

test('a long line is cut around what fits', () => {
  const [found] = excerptsOf(`${'x'.repeat(5_000)}port${'y'.repeat(5_000)}`, ['port'], 1).excerpts
  expect(found?.text).toBe(`…${'x'.repeat(100)}port${'y'.repeat(196)}…`)
})

test('a phrase over a line end is shown from the beginning', () => {
  expect(excerptsOf('one\ntwo\nthree', ['one\ntwo'], 1)).toEqual({
    excerpts: [{ line: 1, text: 'one\ntwo' }],
    more: 0,
  })
})
