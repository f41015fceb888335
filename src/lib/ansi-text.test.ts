import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ansiWidth, cellsOf, cleanAnsi, padAnsi, truncateAnsi, wrapAnsi } from './ansi-text.ts'
import { stripAnsi } from './strip-ansi.ts'

const red = (text: string) => `\u001b[31m${text}\u001b[39m`
const link = (text: string) => `\u001b]8;;https://e.org\u001b\\${text}\u001b]8;;\u001b\\`

test.each([
  ['abc', 3],
  [red('你好'), 4],
  [link('here'), 4],
  ['a\u001b[2Jb', 2],
  ['a\u001b]0;title\u0007b', 2],
  ['a\tb', 3],
  ['a\u0007\u0085b', 2],
  ['a\u001b', 1],
])('%j takes %i columns', (line, width) => {
  expect(ansiWidth(line)).toBe(width)
})

test('colours go on behind a break, and every line ends plain', () => {
  expect(wrapAnsi(red('one two three'), 8)).toEqual(['\u001b[31mone two\u001b[m', '\u001b[31mthree\u001b[m'])
})

test('a link is closed before a break and opened behind it', () => {
  const open = '\u001b]8;;https://e.org\u001b\\'
  const close = '\u001b]8;;\u001b\\'
  expect(wrapAnsi(link('abcd'), 2)).toEqual([`${open}ab${close}`, `${open}cd${close}`])
})

test.each([
  ['  indented text', 10, ['  indented', 'text']],
  ['abcdefghijkl mn', 8, ['abcdefgh', 'ijkl mn']],
  ['你好，世界', 5, ['你', '好，', '世界']],
  ['说「你好」吗', 5, ['说', '「你', '好」', '吗']],
  ['read 文件内容', 8, ['read 文', '件内容']],
  ['one\ntwo', 8, ['one', 'two']],
  ['', 8, ['']],
  ['a  b', 3, ['a', 'b']],
  ['            x', 8, ['', 'x']],
])('%j in %i columns is %j', (line, width, lines) => {
  expect(wrapAnsi(line, width)).toEqual(lines)
})

test.each([
  ['abcdef', 4, 'abc…'],
  ['abc', 3, 'abc'],
  [red('abcdef'), 4, '\u001b[31mabc…\u001b[m'],
  ['你好吗', 5, '你好…'],
  ['abc', 0, ''],
])('%j cut to %i columns is %j', (line, width, cut) => {
  expect(truncateAnsi(line, width)).toBe(cut)
})

test('blanks fill up to the width', () => {
  expect(padAnsi(red('你'), 4)).toBe(`${red('你')}  `)
  expect(padAnsi('abcdef', 4)).toBe('abcdef')
})

test('what is no colour or link is left out', () => {
  expect(cellsOf('a\u001b[3Ab\u001bPx\u001b\\c').map(cell => cell.text)).toEqual(['a', 'b', 'c'])
})

test.each([
  ['plain', 'plain'],
  [red('a'), '\u001b[31ma\u001b[m'],
  [link('b'), link('b')],
  ['a\u001b[2J\u001b]52;c;eA==\u0007\u0007b', 'ab'],
  ['\u001b[1mopen', '\u001b[1mopen\u001b[m'],
])('%j is cleaned to %j', (line, clean) => {
  expect(cleanAnsi(line)).toBe(clean)
})

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom(red('red'), link('link'), ' ', '你好', '👨‍👩‍👧', '\u001b[1m', '\u001b[0m'),
)
const anyLine = fc.array(piece, { maxLength: 12 }).map(parts => parts.join('').replaceAll('\n', ' '))
const letters = (text: string) =>
  cellsOf(text)
    .map(cell => cell.text)
    .filter(part => part !== ' ')
    .join('')

test('wrapped lines fit, lose nothing but blanks, and keep every look', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 2, max: 30 }), (line, width) => {
      const lines = wrapAnsi(line, width)
      expect(lines.every(part => ansiWidth(part) <= width)).toBe(true)
      expect(lines.map(letters).join('')).toBe(letters(line))
      const looks = (parts: readonly string[]) =>
        parts.flatMap(part =>
          cellsOf(part)
            .filter(cell => cell.text !== ' ')
            .map(cell => cell.style.sgr + cell.style.link),
        )
      expect(looks(lines)).toEqual(looks([line]))
    }),
  )
})

test('a cut line fits', () => {
  fc.assert(
    fc.property(anyLine, fc.nat(30), (line, width) => {
      expect(ansiWidth(truncateAnsi(line, width))).toBeLessThanOrEqual(width)
      expect(stripAnsi(truncateAnsi(line, width))).not.toContain('\u001b')
    }),
  )
})
