import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openScreenBench } from '../../../../test/support/pty/screen-bench.ts'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { ansiWidth, breakAnsi, cellsOf } from '../../../lib/ansi-text.ts'
import { createScreen } from './screen.ts'
import type { Line } from './screen-port.ts'
import { asSoftLine, fitSoftLines, withoutMarks } from './soft-rows.ts'

const soft = (text: string, columns: number): readonly Line[] =>
  ansiWidth(text) < columns ? [text] : asSoftLine(breakAnsi(text, columns))

const plain = (line: Line): string =>
  cellsOf(line)
    .map(({ text }) => text)
    .join('')

const open = (columns = 20, rows = 8) => {
  const bench = openScreenBench({ columns, rows })
  const screen = createScreen({ output: bench.output, facts: { synchronised: true, reflow: 'all' } })
  const frame = { lines: ['─'.repeat(columns - 1), '> ', 'status'], caret: { x: 2, y: 1 } }
  return { bench, screen, frame }
}

test('a line of several rows is one line for whoever selects it, wherever on the screen it is written', () => {
  const { bench, screen, frame } = open()
  const texts = [
    'short',
    `const a = ${'x'.repeat(45)}   // end`,
    'y'.repeat(20),
    '    indented, and with blanks at the break   ok',
    `\u001b[31m${'red '.repeat(12)}\u001b[39mdone`,
    '中文代码一行'.repeat(5),
    `a${'中'.repeat(15)}`,
    'last',
  ]
  for (const text of texts) screen.draw(frame, soft(text, 20))
  screen.draw({ lines: ['tail that moves', ...frame.lines], caret: { x: 2, y: 2 } }, soft('z'.repeat(50), 20))
  const kept = bench.emulator.lines()
  expect(kept.slice(0, texts.length + 2)).toEqual([...texts.map(plain), 'z'.repeat(50), 'tail that moves'])
  expect(bench.writes.join('')).not.toContain('\u001b_')
})

test('what stood on the rows before does not show through', () => {
  const { bench, screen, frame } = open(20, 12)
  const moving = Array.from({ length: 6 }, (_, at) => `moving ${at} ${'#'.repeat(10)}`)
  screen.draw({ lines: [...moving, ...frame.lines] })
  screen.draw(frame, [...soft('w'.repeat(43), 20), 'next'])
  expect(bench.emulator.lines().slice(0, 3)).toEqual(['w'.repeat(43), 'next', '─'.repeat(19)])
})

test('whatever is printed at whatever width, each line stands there once and whole', () => {
  const text = fc.oneof(
    fc.stringMatching(/^[a-z ]{0,70}[a-z]$/),
    fc
      .array(fc.constantFrom('中', 'a', '文 ', 'bc'), { minLength: 1, maxLength: 40 })
      .map(all => `${all.join('')}.`),
  )
  const steps = fc.array(fc.record({ texts: fc.array(text, { maxLength: 5 }), moving: fc.nat(5) }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(steps, fc.integer({ min: 8, max: 40 }), (all, columns) => {
      const { bench, screen, frame } = open(columns, 10)
      const printed: string[] = []
      for (const { texts, moving } of all) {
        const tail = Array.from({ length: moving }, (_, at) => `m${at}`)
        screen.draw(
          { lines: [...tail, ...frame.lines] },
          texts.flatMap(each => soft(each, columns)),
        )
        printed.push(...texts)
      }
      expect(bench.emulator.lines().slice(0, printed.length)).toEqual(printed)
    }),
    { numRuns: sampleSize({ usual: 40, full: 400 }) },
  )
})

test('made for another width, a line is broken anew; one that fits is left as it is', () => {
  const rows = soft('abcdefghij'.repeat(3), 20)
  expect(fitSoftLines(rows, 20)).toEqual(rows)
  expect(fitSoftLines([...rows, 'after'], 12).map(withoutMarks)).toEqual([
    'abcdefghijab',
    'cdefghijabcd',
    'efghij',
    'after',
  ])
})
