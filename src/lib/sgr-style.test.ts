import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applySgr, PLAIN, sameStyle, showsOnBlank, styleChange, withLink } from './sgr-style.ts'

const style = (...params: readonly string[]) => params.reduce(applySgr, PLAIN)

test.each([
  [['1', '31'], '1;31'],
  [['1;31', '22'], '31'],
  [['38;5;12;1'], '1;38;5;12'],
  [['38;2;1;2;3', '39'], ''],
  [['38:2::1:2:3'], '38:2::1:2:3'],
  [['48;5;1', '7'], '7;48;5;1'],
  [['4:3'], '4:3'],
  [['4:3', '4:0'], ''],
  [['1;2;3;4;9', ''], ''],
  [['1;2;3', '0;9'], '9'],
  [['91;104'], '91;104'],
  [['777'], ''],
])('%j leaves the look %j', (params, sgr) => {
  expect(style(...params).sgr).toBe(sgr)
})

test.each([
  ['', '1', '\u001b[1m'],
  ['1', '', '\u001b[m'],
  ['31', '32', '\u001b[32m'],
  ['1;31', '31', '\u001b[22m'],
  ['1;2', '2', '\u001b[0;2m'],
  ['1;3;4;31', '1;3;4;32', '\u001b[32m'],
])('from %j to %j it takes %j', (from, to, sequence) => {
  expect(styleChange(style(from || '0'), style(to || '0'))).toBe(sequence)
})

test('a link is opened and closed', () => {
  const linked = withLink(PLAIN, ';https://example.org')
  expect(styleChange(PLAIN, linked)).toBe('\u001b]8;;https://example.org\u001b\\')
  expect(styleChange(linked, PLAIN)).toBe('\u001b]8;;\u001b\\')
})

test('a blank shows a background but no colour', () => {
  expect(showsOnBlank(style('44'))).toBe(true)
  expect(showsOnBlank(style('1;31'))).toBe(false)
})

test('a change of look leads from every look to every other', () => {
  const code = fc.constantFrom('1', '2', '3', '4', '7', '9', '31', '38;5;9', '44', '48;2;1;2;3', '22', '39')
  const looks = fc.array(code, { maxLength: 6 }).map(codes => style(...codes))
  fc.assert(
    fc.property(looks, looks, (from, to) => {
      const params = /\[([\d;:]*)m/.exec(styleChange(from, to))?.[1]
      expect(sameStyle(params === undefined ? from : applySgr(from, params), to)).toBe(true)
    }),
  )
})
