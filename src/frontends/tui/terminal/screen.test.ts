import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreenBench, type ScreenBench } from '../../../../test/support/pty/screen-bench.ts'
import { createScreen, type ScreenOptions } from './screen.ts'
import type { Frame } from './screen-port.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const RULE = '─'.repeat(39)
const open = (more: Partial<ScreenOptions> = {}, size = { columns: 40, rows: 12 }) => {
  const bench = openScreenBench(size)
  const screen = createScreen({
    output: bench.output,
    facts: { synchronised: true, reflow: 'all' },
    ...more,
  })
  return { bench, screen }
}
const xtermJs = { facts: { synchronised: true, reflow: 'but-cursor-row' } } as const
const box = (text: string, above: readonly string[] = []): Frame => ({
  lines: [...above, RULE, `> ${text}`, RULE, 'status'],
  caret: { x: 2 + text.length, y: above.length + 1 },
})
const last = ({ writes }: ScreenBench): string => writes.at(-1) ?? ''
const shown = ({ emulator }: ScreenBench): readonly string[] => emulator.screen().filter(row => row !== '')

test('a typed character is written where the cursor stands, and nothing else', () => {
  const { bench, screen } = open()
  screen.draw(box('hell'))
  screen.draw(box('hello'))
  expect(last(bench)).toBe('o')
  screen.draw(box('hell'))
  expect(last(bench)).toBe('\b\u001b[K')
})

test('a cleared screen begins at its top, and what stood there is in the scrollback', () => {
  const { bench, screen } = open()
  screen.draw(box('x'), ['one', 'two'])
  screen.clear()
  screen.draw(box(''), ['three'])
  expect(shown(bench)).toEqual(['three', RULE, '>', RULE, 'status'])
  expect(bench.emulator.screen()[0]).toBe('three')
  expect(bench.emulator.lines().filter(line => /one|two/.test(line))).toEqual(['one', 'two'])
})

const otherwise = ['(discarded)']
const numbered = (count: number, word: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`)

test('finished lines that are void go from the screen, and what follows takes their place', () => {
  const { bench, screen } = open()
  screen.draw(box('x'), ['asked'])
  screen.draw(box('x', ['tail']), ['old 1', 'old 2'])
  screen.draw(box('x'), ['new'], { rows: 2, otherwise })
  expect(shown(bench)).toEqual(['asked', 'new', RULE, '> x', RULE, 'status'])
  screen.draw(box('xy'), ['more'])
  expect(shown(bench)).toEqual(['asked', 'new', 'more', RULE, '> xy', RULE, 'status'])
})

test('of void lines that are in the scrollback already it is said that they do not count', () => {
  const { bench, screen } = open()
  screen.draw(box('x'), ['asked'])
  screen.draw(box('x'), numbered(30, 'old'))
  screen.draw(box('x'), ['new'], { rows: 30, otherwise })
  expect(shown(bench)).toEqual(['(discarded)', 'new', RULE, '> x', RULE, 'status'])
  screen.draw(box('x'), numbered(30, 'later'))
  const all = bench.emulator.lines().filter(line => /^(?:asked|old|\(|new|later)/.test(line))
  expect(all[0]).toBe('asked')
  expect(all.filter(line => line.startsWith('later'))).toEqual(numbered(30, 'later'))
})

test('after another size nobody knows which rows they are: nothing else is taken', () => {
  const { bench, screen } = open()
  screen.onResize(() => screen.draw(box('x')))
  screen.draw(box('x'), ['asked', 'old 1 with words'])
  bench.resize(30, 12)
  screen.draw(box('x'), ['new'], { rows: 1, otherwise })
  expect(bench.emulator.lines().filter(line => /asked|old|disc|new/.test(line))).toEqual([
    'asked',
    'old 1 with words',
    '(discarded)',
    'new',
  ])
})

test('what waits behind the alternate screen is never printed when it is void by then', () => {
  const { bench, screen } = open()
  screen.draw(box('x'), ['asked'])
  screen.enterAlternate()
  screen.draw({ lines: ['full'] }, ['old'])
  screen.draw({ lines: ['full'] }, [], { rows: 1, otherwise })
  screen.leaveAlternate()
  screen.draw(box('x'), ['new'])
  expect(shown(bench)).toEqual(['asked', 'new', RULE, '> x', RULE, 'status'])
})

test('the same frame is not written again', () => {
  const { bench, screen } = open()
  screen.draw(box('x'))
  const before = bench.writes.length
  screen.draw(box('x'))
  expect(bench.writes).toHaveLength(before)
})

test('a move of the caret is one short sequence', () => {
  const { bench, screen } = open()
  screen.draw(box('hello'))
  screen.draw({ ...box('hello'), caret: { x: 2, y: 1 } })
  expect(last(bench)).toBe('\u001b[3G')
})

test('a change in several places is one synchronised write', () => {
  const { bench, screen } = open()
  screen.draw(box('x', ['one']))
  screen.draw(box('xy', ['two']))
  expect(last(bench).startsWith('\u001b[?2026h')).toBe(true)
  expect(last(bench).endsWith('\u001b[?2026l')).toBe(true)
  expect(last(bench).match(/\?2026h/g)).toHaveLength(1)
})

test('in tmux, which tells of a change of size late, nothing is drawn until it has been over for a while', () => {
  const { bench, screen } = open({ facts: { synchronised: true, reflow: 'tmux' } })
  screen.onResize(() => screen.draw(box('resized')))
  screen.draw(box('x'), ['one'])
  const before = bench.writes.length
  bench.resize(40, 10)
  screen.draw(box('xy'))
  vi.advanceTimersByTime(250)
  bench.resize(40, 12)
  screen.draw(box('xyz'), ['two'])
  vi.advanceTimersByTime(250)
  expect(bench.writes).toHaveLength(before)
  vi.advanceTimersByTime(100)
  expect(shown(bench)).toEqual(['one', 'two', RULE, '> xyz', RULE, 'status'])
})

test('without synchronised output the cursor is hidden meanwhile', () => {
  const { bench, screen } = open({ facts: { synchronised: false, reflow: 'all' } })
  screen.draw(box('x', ['one']))
  screen.draw(box('xy', ['two']))
  expect(last(bench).startsWith('\u001b[?25l')).toBe(true)
  expect(last(bench).endsWith('\u001b[?25h')).toBe(true)
})

test('text that streams is appended, the panel below it is not written', () => {
  const { bench, screen } = open()
  screen.draw(box('', ['The answer']))
  screen.draw(box('', ['The answer is']))
  expect(last(bench)).toBe('\u001b[?2026h\u001b[2A\u001b[9Cis\r\n\n\u001b[3G\u001b[?2026l')
})

test('a new row of text moves the panel instead of writing it', () => {
  const { bench, screen } = open()
  screen.draw(box('', ['one']))
  screen.draw(box('', ['one', 'two']))
  expect(last(bench)).not.toContain('─')
  expect(shown(bench)).toEqual(['one', 'two', RULE, '>', RULE, 'status'])
})

test('a row that becomes finished where it stands is not written again', () => {
  const { bench, screen } = open()
  screen.draw(box('', ['one', 'two']))
  screen.draw(box('', ['two']), ['one'])
  expect(bench.writes).toHaveLength(1)
  screen.draw(box('', ['two', 'three']))
  expect(last(bench)).not.toContain('one')
  expect(shown(bench)).toEqual(['one', 'two', 'three', RULE, '>', RULE, 'status'])
})

test('a panel that becomes smaller leaves nothing behind', () => {
  const { bench, screen } = open()
  screen.draw(box('', ['a', 'b', 'c']))
  screen.draw(box(''))
  expect(shown(bench)).toEqual([RULE, '>', RULE, 'status'])
  screen.draw({ lines: ['x'] })
  expect(shown(bench)).toEqual(['x'])
})

test('only the changed cells of a row are written', () => {
  const { bench, screen } = open()
  const row = (tick: string, seconds: number) => `${tick} Thinking about it (${seconds}s)`
  screen.draw({ lines: [row('⠋', 1)] })
  screen.draw({ lines: [row('⠙', 2)] })
  expect(last(bench)).toBe('\u001b[?2026h\r⠙\u001b[22G2\u001b[?2026l')
})

test('colours are set up for a part of a row', () => {
  const { bench, screen } = open()
  screen.draw({ lines: ['\u001b[31mred one\u001b[39m'] })
  screen.draw({ lines: ['\u001b[31mred two\u001b[39m'] })
  expect(last(bench)).toBe('\b\b\b\u001b[31mtwo\u001b[m')
  expect(bench.emulator.cell(4, 0)).toMatchObject({ text: 't', colour: 'ansi:1' })
})

test('a line that is too wide is cut, and none breaks', () => {
  const { bench, screen } = open()
  screen.draw({ lines: ['x'.repeat(200), '你'.repeat(30), 'end'] })
  expect(shown(bench)).toEqual(['x'.repeat(39), '你'.repeat(19), 'end'])
})

test('of a frame that is too high the end is shown, or the part with the caret', () => {
  const { bench, screen } = open()
  const lines = Array.from({ length: 20 }, (_, i) => `row ${i}`)
  screen.draw({ lines })
  expect(bench.emulator.screen()).toEqual(lines.slice(8))
  screen.draw({ lines, caret: { x: 1, y: 3 } })
  expect(bench.emulator.screen()).toEqual(lines.slice(3, 15))
  expect(bench.emulator.cursor()).toEqual({ x: 1, y: 0 })
})

test('control sequences in a line do not reach the terminal', () => {
  const { bench, screen } = open()
  screen.draw({ lines: ['a\u001b[2J\u001b]0;gotcha\u0007\u0085b\tc\u001b[31m!\u001b[m'] })
  expect(bench.writes.join('')).not.toMatch(/2J|gotcha|\u0085|\t/)
  expect(shown(bench)).toEqual(['ab c!'])
})

test('a row with an emoji terminals disagree about is written anew from it on', () => {
  const { bench, screen } = open()
  screen.draw({ lines: ['ok 👨‍👩‍👧 one'] })
  screen.draw({ lines: ['ok 👨‍👩‍👧 two'] })
  expect(last(bench)).toContain('👨‍👩‍👧 two\u001b[K')
  expect(shown(bench)).toEqual(['ok 👨‍👩‍👧 two'])
  screen.draw({ lines: ['☰ plans one'] })
  screen.draw({ lines: ['☰ plans two'] })
  expect(shown(bench)).toEqual(['☰ plans two'])
})

test('the cursor stands behind wide characters', () => {
  const { bench, screen } = open()
  screen.draw({ lines: ['> 你好👍é'], caret: { x: 9, y: 0 } })
  expect(bench.emulator.cursor()).toEqual({ x: 9, y: 0 })
})

test('without a caret the cursor is hidden', () => {
  const { bench, screen } = open()
  screen.draw({ lines: ['a'] })
  expect(bench.emulator.cursorShown()).toBe(false)
  screen.draw({ lines: ['a'], caret: { x: 0, y: 0 } })
  expect(bench.emulator.cursorShown()).toBe(true)
})

test('what was painted before is taken over without being written again', () => {
  const painted = box('he')
  const { bench, screen } = open({ painted })
  bench.emulator.write(`${painted.lines.join('\r\n')}\u001b[2A\u001b[5G`)
  screen.draw(box('hel'))
  expect(bench.writes).toEqual(['l'])
  expect(shown(bench)).toEqual([RULE, '> hel', RULE, 'status'])
})

test('more finished lines than the screen has rows go to the scrollback in order', () => {
  const { bench, screen } = open()
  const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`)
  screen.draw(box('x'), lines)
  expect(bench.emulator.lines()).toEqual([...lines, ...box('x').lines])
})

test('the alternate screen is filled from its top, and the live area is there again afterwards', () => {
  const { bench, screen } = open(xtermJs)
  screen.draw(box('x'), ['history'])
  screen.enterAlternate()
  screen.draw({ lines: ['full', 'screen'] }, ['finished meanwhile'])
  expect(bench.emulator.isAlternate()).toBe(true)
  expect(shown(bench)).toEqual(['full', 'screen'])
  bench.resize(30, 12)
  screen.draw({ lines: ['narrow'] })
  expect(shown(bench)).toEqual(['narrow'])
  bench.resize(40, 12)
  screen.leaveAlternate()
  screen.draw(box('x'))
  expect(bench.emulator.isAlternate()).toBe(false)
  expect(bench.emulator.lines()).toEqual(['history', 'finished meanwhile', ...box('x').lines])
  expect(bench.emulator.cursor().x).toBe(3)
})

test('another program gets a clean terminal, and the live area comes back below what it wrote', async () => {
  const calls: string[] = []
  const keyboard = { release: () => calls.push('release'), take: () => calls.push('take') }
  const { bench, screen } = open({ keyboard })
  screen.draw(box('x'), ['history'])
  const answer = await screen.suspend(async () => {
    expect(bench.emulator.lines()).toEqual(['history'])
    expect(bench.emulator.cursorShown()).toBe(true)
    screen.draw(box('xy'), ['finished meanwhile'])
    bench.emulator.write('editor was here\r\n')
    return 7
  })
  expect(answer).toBe(7)
  expect(calls).toEqual(['release', 'take'])
  expect(bench.emulator.lines()).toEqual([
    'history',
    'editor was here',
    'finished meanwhile',
    ...box('xy').lines,
  ])
})

test('redraw puts right what another program has overwritten', () => {
  const { bench, screen } = open()
  screen.draw(box('x'), ['history'])
  bench.emulator.write('\u001b7garbage\u001b8')
  screen.redraw()
  expect(bench.emulator.lines()).toEqual(['history', ...box('x').lines])
})

test.each([
  [false, ['history', '$']],
  [true, ['history', ...box('x').lines, '$']],
])('closing with keep %j leaves %j', (keep, lines) => {
  const { bench, screen } = open()
  screen.draw({ lines: box('x').lines }, ['history'])
  screen.close({ keep })
  screen.close()
  screen.draw(box('y'))
  expect(bench.emulator.cursorShown()).toBe(true)
  bench.emulator.write('$')
  expect(bench.emulator.lines()).toEqual(lines)
})

test('closing from the alternate screen prints what waited for the ordinary one', () => {
  const { bench, screen } = open()
  screen.draw(box('x'))
  screen.enterAlternate()
  screen.draw({ lines: ['full'] }, ['finished meanwhile'])
  screen.close()
  expect(bench.emulator.isAlternate()).toBe(false)
  expect(bench.emulator.lines()).toEqual(['finished meanwhile'])
})

test('a signal is passed on as it is', () => {
  const { bench, screen } = open()
  screen.signal('\u0007')
  expect(bench.writes).toEqual(['\u0007'])
})

test('a listener that draws at a resize does so in the same write as the repair', () => {
  const { bench, screen } = open(xtermJs)
  screen.draw(box('x'))
  screen.onResize(size => screen.draw({ lines: [`now ${size.columns}`] }))
  const before = bench.writes.length
  bench.resize(30, 12)
  expect(bench.writes).toHaveLength(before + 1)
  expect(shown(bench)).toEqual(['now 30'])
})

test('rows the terminal pushed out while they were live are not printed a second time', () => {
  const { bench, screen } = open(xtermJs)
  const tail = Array.from({ length: 8 }, (_, i) => `tail ${i}`)
  screen.draw(box('', tail))
  bench.resize(40, 6)
  screen.draw(box(''), tail)
  expect(bench.emulator.lines()).toEqual([...tail, RULE, '>', RULE, 'status'])
})

test('dragged narrower in small steps, the live area stays at the bottom', () => {
  const { bench, screen } = open(xtermJs, { columns: 100, rows: 30 })
  const frame = (): Frame => ({
    lines: ['─'.repeat(screen.width), '> ', '─'.repeat(screen.width), 'status'],
    caret: { x: 2, y: 1 },
  })
  screen.onResize(() => screen.draw(frame()))
  screen.draw(
    frame(),
    Array.from({ length: 60 }, (_, i) => `line ${i}`),
  )
  for (let columns = 98; columns >= 40; columns -= 4) bench.resize(columns, 30)
  vi.runAllTimers()
  expect(bench.emulator.lines().slice(60)).toEqual([
    '─'.repeat(screen.width),
    '>',
    '─'.repeat(screen.width),
    'status',
  ])
  expect(bench.emulator.cursor().y).toBeGreaterThan(20)
})

test.each([
  ['a shorter line in its place', '一二三四五', '一二三否'],
  ['the same with hints', '你正在输入，停顿后即可回答。', 'Ctrl-E 原因 · Esc 否'],
  ['a change further on', '一二三四五六 abcdefx', '一二三四五否 abcdefy'],
  ['wide ones that begin a column later', '一二三四五', 'a二三四'],
  ['wide ones in the place of narrow ones', 'abcdefgh', 'ab一c二'],
])('a wide character that comes where another stood leaves nothing behind: %s', (_, before, after) => {
  const { bench, screen } = open()
  screen.draw({ lines: [before, 'end'] })
  screen.draw({ lines: [after, 'end'] })
  expect(shown(bench)).toEqual([after, 'end'])
  screen.draw({ lines: [before, 'end'] })
  expect(shown(bench)).toEqual([before, 'end'])
})
