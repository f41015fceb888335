import { expect, test } from 'vitest'
import { createMainArea, linesBefore } from './main-area.ts'

const FRAME = { lines: ['tail', '────', '> hi', '────'], caret: { x: 4, y: 2 } }
const ASK = '\u001b[6n'
const lines = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `line ${at}`)

const open = (reflow: 'all' | 'tmux') => {
  const area = createMainArea({ facts: { synchronised: false, reflow }, size: { columns: 40, rows: 20 } })
  area.draw(FRAME, lines(30), { columns: 40, rows: 20 })
  return area
}

/** After so many changes of size, each with the cursor on that row. */
const changed = (times: number, row = 2) => {
  const area = open('tmux')
  let size = { columns: 40, rows: 20 }
  for (let time = 0; time < times; time++) {
    size = { columns: 30 + (time % 2), rows: 20 }
    expect(area.draw(FRAME, [], size).endsWith(ASK)).toBe(true)
    area.locate(row)
    if (time < times - 1) area.draw(FRAME, [], size)
  }
  return { area, size }
}

test('in tmux what was pushed up to the top of the screen comes down again, below the lines that went out', () => {
  const { area, size } = changed(3)
  const shown = lines(30).slice(14).join('\r\n')
  expect(area.draw(FRAME, [], size)).toBe(`\u001b[H\u001b[16L${shown}\u001b[19;5H`)
  expect(area.draw(FRAME, [], size)).toBe('')
})

test('a change or two of the size show nothing twice', () => {
  const { area, size } = changed(2)
  expect(area.draw(FRAME, [], size)).toBe('')
})

test('where there is room above it nothing is shown again', () => {
  const { area, size } = changed(3, 8)
  expect(area.draw(FRAME, [], size)).toBe('')
})

test('other terminals are not asked and keep what they show', () => {
  const area = open('all')
  expect(area.draw(FRAME, [], { columns: 30, rows: 20 })).not.toContain(ASK)
  area.locate(2)
  expect(area.draw(FRAME, [], { columns: 30, rows: 20 })).toBe('')
})

// From the corner of the screen on tmux would keep a copy of all that is erased.
test('a change of size never erases everything from the beginning of a row on', () => {
  const bytes = open('tmux').draw(FRAME, [], { columns: 30, rows: 20 })
  expect(bytes).toContain('\u001b[J')
  expect(bytes.split('\u001b[J')[0]).toMatch(/\[C$/)
})

// tmux would break it by what stood there before.
test.each(['tmux', 'all'] as const)('%s: a row that becomes shorter is written anew only in tmux', reflow => {
  const shorter = { ...FRAME, lines: ['tai', ...FRAME.lines.slice(1)] }
  const bytes = open(reflow).draw(shorter, [], { columns: 40, rows: 20 })
  expect(bytes.includes('tai')).toBe(reflow === 'tmux')
  expect(bytes).toContain('\u001b[K')
})

test.each([
  ['all of them are in sight', 30, 5, [], 0],
  ['some are above', 2, 9, ['line 0', 'line 1', 'line 2'], 3],
  ['the newest of these, as many as fit', 1, 2, ['line 2', 'line 3'], 2],
] as const)('lines before those in sight: %s', (_, below, room, expected, height) => {
  expect(linesBefore(lines(5), { columns: 20, below, room })).toEqual({ lines: expected, height })
})

test('a line that the terminal breaks takes all its rows or is left out', () => {
  const printed = ['one', 'a'.repeat(25), 'last']
  expect(linesBefore(printed, { columns: 10, below: 1, room: 3 }).height).toBe(3)
  expect(linesBefore(printed, { columns: 10, below: 1, room: 2 }).lines).toEqual([])
})
