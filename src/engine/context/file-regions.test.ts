import fc from 'fast-check'
import { expect, test } from 'vitest'
import { result, user } from '../../../test/support/messages.ts'
import type { Message } from '../../protocol/message.ts'
import { regionsIn, showRegions } from './file-regions.ts'

const done = (toolUseResult: unknown): Message => ({ ...user('u', [result('t')]), toolUseResult }) as Message
const read = (startLine: number, numLines: number): Message =>
  done({ type: 'text', file: { filePath: '/a', startLine, numLines, totalLines: 1_000 } })
const edit = (...hunks: readonly (readonly [number, number, number, number])[]): Message =>
  done({
    filePath: '/a',
    structuredPatch: hunks.map(([oldStart, oldLines, newStart, newLines]) => ({
      oldStart,
      oldLines,
      newStart,
      newLines,
      lines: [],
    })),
  })

test('regions are kept in the order they were worked on, and move with the changes before them', () => {
  expect(regionsIn([read(500, 10), edit([100, 1, 100, 6]), read(1, 3)]).get('/a')).toEqual([
    { from: 505, to: 514 },
    { from: 80, to: 125 },
    { from: 1, to: 3 },
  ])
})

const TEXT = Array.from({ length: 1_000 }, (_, at) => `line ${at + 1}`).join('\n')
const fit = { maxLineChars: 100 }

test('what was worked on last is shown first when there is no room for all, in the order of the file', () => {
  const regions = [
    { from: 1, to: 400 },
    { from: 900, to: 903 },
    { from: 500, to: 502 },
  ]
  const shown = showRegions(TEXT, regions, { ...fit, maxChars: 16 * 8 })
  expect(shown?.lines).toEqual([
    { from: 1, to: 1 },
    { from: 500, to: 502 },
    { from: 900, to: 903 },
  ])
  expect(shown?.text).toContain('1→line 1\n…\n500→line 500\n501→line 501\n502→line 502\n…\n900→line 900')
  expect(shown?.text).toContain(
    '(Only lines 1, 500–502, 900–903 of 1000. You had also edited or read lines 2–400, which did not fit here: read them and the rest of the file again if you need them.)',
  )
})

test('where all that was worked on is shown, the note says that the file has more', () => {
  expect(showRegions(TEXT, [{ from: 5, to: 6 }], { ...fit, maxChars: 1_000 })?.text).toBe(
    '5→line 5\n6→line 6\n(Only lines 5–6 of 1000, which you edited or read last. Read the other lines if you need them.)',
  )
})

test('a line that is cut is named', () => {
  const text = ['short', 'x'.repeat(300), 'short'].join('\n')
  expect(showRegions(text, [{ from: 1, to: 3 }], { ...fit, maxChars: 1_000 })?.text).toContain(
    '(Cut at 100 characters: line 2.)',
  )
})

const range = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.nat(40))
  .map(([from, more]) => ({ from, to: from + more }))

test('every line that was worked on is either shown or named as missing, and what is shown is named', () => {
  fc.assert(
    fc.property(
      fc.array(range, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 20, max: 2_000 }),
      (regions, maxChars) => {
        const text = Array.from({ length: 70 }, (_, at) => `line ${at + 1}`).join('\n')
        const part = showRegions(text, regions, { ...fit, maxChars })
        if (!part) return
        const printed = [...part.text.matchAll(/^(\d+)→line \d+$/gm)].map(([, line]) => Number(line))
        const [, named = '', missing = ''] =
          /Only lines ([\d–, ]+?) of 70(?:.* lines ([\d–, ]+), which)?/.exec(part.text) ?? []
        if (!part.whole) expect(numbersIn(named)).toEqual(printed)
        const worked = new Set(regions.flatMap(({ from, to }) => numbersIn(`${from}–${Math.min(to, 70)}`)))
        expect([...printed, ...numbersIn(missing)].sort((a, b) => a - b)).toEqual(
          [...worked].sort((a, b) => a - b),
        )
      },
    ),
  )
})

const numbersIn = (ranges: string): number[] =>
  ranges === ''
    ? []
    : ranges.split(', ').flatMap(each => {
        const [from = 0, to = from] = each.split('–').map(Number)
        return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
      })

test('regions past the end of the file show nothing', () => {
  expect(showRegions('a\n', [{ from: 5, to: 9 }], { ...fit, maxChars: 100 })).toBeUndefined()
})
