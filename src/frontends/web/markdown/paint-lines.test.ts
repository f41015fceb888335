import { expect, test } from 'vitest'
import { languageOf } from '../state/language-of.ts'
import { highlight } from './highlight.ts'
import { linesOf, withMarks } from './paint-lines.ts'

const CODE = 'const a = `one\ntwo ${b}`\n// <script>alert(1)</script>\n\nreturn a'

test('code keeps every letter, line by line, with its colours', () => {
  const piece = highlight(CODE, languageOf('src/a.ts'))
  const lines = linesOf(piece ?? '')
  expect(lines.map(line => line.map(({ text }) => text).join(''))).toEqual(CODE.split('\n'))
  expect(lines[0]?.[0]).toEqual({ text: 'const', scope: 'keyword' })
  expect(lines[1]?.[0]?.scope).toBe('string')
  expect(lines[2]?.map(({ scope }) => scope)).toContain('comment')
})

test('marks cut segments and lose nothing', () => {
  const segments = [{ text: 'const', scope: 'keyword' }, { text: ' a = 1' }]
  const cut = withMarks(segments, [{ from: 3, to: 7 }])
  expect(cut).toEqual([
    { text: 'con', scope: 'keyword' },
    { text: 'st', scope: 'keyword', marked: true },
    { text: ' a', marked: true },
    { text: ' = 1' },
  ])
  expect(withMarks(segments, [])).toBe(segments)
})

test.each([
  ['a.ts', 'typescript'],
  ['dir.py/Makefile', 'makefile'],
  ['x.constructor', ''],
  ['__proto__', ''],
  ['.ts', 'typescript'],
  ['no-ending', ''],
])('%s is %j', (path, language) => {
  expect(languageOf(path)).toBe(language)
})
