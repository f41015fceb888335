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
  expect(shown?.text).toContain('(Lines 1, 500–502, 900–903 of 1000, which you edited or read last.)')
})

test('regions past the end of the file show nothing', () => {
  expect(showRegions('a\n', [{ from: 5, to: 9 }], { ...fit, maxChars: 100 })).toBeUndefined()
})
