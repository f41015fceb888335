import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../../../test/support/sample-size.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { applyEdit, createEditor } from '../editor.ts'
import type { Editor } from './editor-state.ts'
import { clusterWidth, nextStop, previousStop, stopAtOrBefore } from './graphemes.ts'
import { layoutEditor } from './layout.ts'
import { rowStarts } from './rows.ts'

const at = (marked: string): Editor => {
  const caret = marked.indexOf('|')
  return applyEdit(createEditor(marked.replace('|', '')), { type: 'caret', at: caret })
}
const lay = (editor: Editor, width = 10, maxRows = 100) => {
  const { rows, caret, above, below } = layoutEditor(editor, { width, maxRows, prefix: 0 })
  return {
    rows: rows.map(row => row.spans.map(span => span.text).join('')),
    caret: [caret.x, caret.y],
    above,
    below,
  }
}

test.each([
  ['|', [''], [0, 0]],
  ['abc|', ['abc'], [3, 0]],
  ['one two three|', ['one two ', 'three'], [5, 1]],
  ['one two| three', ['one two ', 'three'], [7, 0]],
  ['one two |three', ['one two ', 'three'], [0, 1]],
  ['0123456789|', ['0123456789'], [10, 0]],
  ['0123456789|x', ['0123456789', 'x'], [0, 1]],
  ['0123456789 |', ['0123456789', ''], [0, 1]],
  ['0123456789| abc', ['0123456789', 'abc'], [10, 0]],
  ['a\n\nb|', ['a', '', 'b'], [1, 2]],
  ['a\n|', ['a', ''], [0, 1]],
  ['你好👍é|', ['你好👍é'], [7, 0]],
  ['你好👍e\u0301|', ['你好👍e\u0301'], [7, 0]],
  ['123456789你|', ['123456789', '你'], [2, 1]],
  ['你好你好你好|', ['你好你好你', '好'], [2, 1]],
  ['你好你好你，|', ['你好你好', '你，'], [4, 1]],
  ['a\tb|', ['a    b'], [6, 0]],
  ['a\u001b[31mb|', ['a\\u{1b}[31', 'mb'], [2, 1]],
] as const)('%j stands as %j with the caret at %j', (marked, rows, caret) => {
  expect(lay(at(marked))).toMatchObject({ rows, caret })
})

test('the window follows the caret and says what is out of sight', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n')
  const top = applyEdit(createEditor(text), { type: 'move', unit: 'buffer', side: 'back' })
  expect(lay(top, 20, 5)).toMatchObject({ above: 0, below: 15, caret: [0, 0] })
  const middle = applyEdit(top, { type: 'caret', at: text.indexOf('line 10') })
  expect(lay(middle, 20, 5)).toMatchObject({ above: 8, below: 7, caret: [0, 2] })
  expect(lay(createEditor(text), 20, 5)).toMatchObject({ above: 15, below: 0, caret: [7, 4] })
})

test('chips and marks have their own tone, and the prefix moves the caret', () => {
  const editor = applyEdit(createEditor('see '), { type: 'paste', text: 'x\n'.repeat(9) })
  const { rows, caret } = layoutEditor(editor, {
    width: 50,
    maxRows: 5,
    prefix: 2,
    marks: [{ from: 0, to: 3, tone: 'accent' }],
  })
  expect(rows[0]?.spans).toEqual([
    { text: 'see', tone: 'accent' },
    { text: ' ', tone: 'text' },
    { text: '[Pasted text #1 +9 lines]', tone: 'chip' },
  ])
  expect(caret).toEqual({ x: 31, y: 0 })
})

test('a chip wider than the row is cut', () => {
  const editor = applyEdit(createEditor(), { type: 'paste', text: 'x\n'.repeat(9) })
  expect(lay(editor, 10)).toMatchObject({ rows: ['[Pasted t…'], caret: [10, 0] })
})

test.each([
  ['one two th|ree', 1, 'one two th|ree'],
  ['one two th|ree', -1, 'on|e two three'],
  ['你好\nabc|', -1, '你|好\nabc'],
  ['x\nlong l|ine', -1, 'x|\nlong line'],
] as const)('from %j a row by %i is %j', (before, by, after) => {
  const { text, caret } = applyEdit(at(before), { type: 'row', by, width: 10 })
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after)
})

test('rows remember the column they came from', () => {
  const up = applyEdit(at('long line\nx\nlong li|ne'), { type: 'row', by: -1, width: 20 })
  expect(applyEdit(up, { type: 'row', by: -1, width: 20 }).caret).toBe(7)
})

test('at the first and the last row nothing moves', () => {
  const editor = at('a|b')
  expect(applyEdit(editor, { type: 'row', by: -1, width: 20 })).toBe(editor)
  expect(applyEdit(editor, { type: 'row', by: 1, width: 20 })).toBe(editor)
})

test.each([
  ['one two th|ree', 'start', 'one two |three'],
  ['one| two three', 'end', 'one two| three'],
] as const)('in the row of %j the %s is %j', (before, to, after) => {
  const { text, caret } = applyEdit(at(before), { type: 'rowEdge', to, width: 10 })
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after)
})

const anyText = fc.array(
  fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '你好',
      '👨‍👩‍👧',
      '🇩🇪',
      '\n',
      ' ',
      'word ',
      '한국어',
      'e\u0301',
      '⚠️',
      '\t',
      'ｆｕｌｌ',
      '。',
    ),
  ),
  { maxLength: 20 },
)

test('no row is wider than asked, nothing is lost, and the caret is where the text before it ends', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 12, max: 40 }), fc.nat(200), (parts, width, place) => {
      const editor = applyEdit(createEditor(parts.join('')), { type: 'caret', at: place })
      const { text } = editor
      const starts = rowStarts(text, { width, chips: [] })
      expect(starts[0]).toBe(0)
      expect(starts.every((start, row) => row === 0 || start > (starts[row - 1] ?? 0))).toBe(true)
      expect(starts.every(start => stopAtOrBefore(text, start) === start)).toBe(true)
      const layout = layoutEditor(editor, { width, maxRows: 1_000, prefix: 0 })
      for (const row of layout.rows) {
        expect(row.columns).toBeLessThanOrEqual(width)
        expect(textWidth(row.spans.map(span => span.text).join(''))).toBe(row.columns)
      }
      expect(layout.caret.x).toBeLessThanOrEqual(width)
      const breaks = text.slice(0, editor.caret).split('\n').length - 1
      expect(layout.caret.y).toBeGreaterThanOrEqual(breaks)
    }),
    { numRuns: sampleSize({ usual: 100, full: 1200 }) },
  )
})

test('stops are the same from both sides, and those of the platform', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  fc.assert(
    fc.property(anyText, parts => {
      const { text } = createEditor(parts.join(''))
      const forward: number[] = []
      for (let stop = 0; stop < text.length; stop = nextStop(text, stop)) forward.push(stop)
      const back: number[] = []
      for (let stop = text.length; stop > 0; ) {
        stop = previousStop(text, stop)
        back.unshift(stop)
      }
      expect(back).toEqual(forward)
      expect(forward).toEqual(Array.from(segmenter.segment(text), ({ index }) => index))
    }),
    { numRuns: sampleSize({ usual: 100, full: 1200 }) },
  )
})

test('the short way to a width agrees with the long one', () => {
  for (let unit = 0x20; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit < 0xe000) continue
    const character = String.fromCharCode(unit)
    if (
      !/\p{Default_Ignorable_Code_Point}/u.test(character) &&
      /[\p{L}\p{N}\p{P}]/u.test(character) &&
      /^[ -~\u00c0-\u9fff\uff01-\uff5e]$/.test(character)
    )
      expect([character, clusterWidth(character)]).toEqual([character, textWidth(character)])
  }
})
