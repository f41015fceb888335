import { expect, test } from 'vitest'
import { flushKeys, NOTHING_READ, readKeys } from '../../../src/frontends/tui/terminal/key-reader.ts'
import { createScreen } from '../../../src/frontends/tui/terminal/screen.ts'
import { createEmulator } from './emulator.ts'
import { measureFlicker } from './flicker-meter.ts'
import { keyBytes } from './key-bytes.ts'
import { startPty } from './program.ts'
import { openScreenBench } from './screen-bench.ts'

test('a program is typed to, looked at and waited for', async () => {
  await using program = startPty(['sh', '-c', 'printf "name? "; read x; echo "hello $x"; exit 3'])
  expect(await program.waitFor('name?')).toBe(0)
  expect(program.cursor()).toEqual({ x: 6, y: 0 })
  program.type('you\r')
  expect(await program.waitFor(/hello you/)).toBe(1)
  expect(await program.exit).toBe(3)
  expect(program.raw.map(({ bytes }) => bytes).join('')).toContain('hello you')
})

test('what never comes is an error that shows the screen', async () => {
  await using program = startPty(['sh', '-c', 'echo something else; sleep 100'], { limitMs: 300 })
  await expect(program.waitFor('never')).rejects.toThrow(/time ran out[\s\S]*never[\s\S]*something else/)
})

test('what is shown of a change before it is whole is not looked at', async () => {
  const half = "stty -echo; printf '\\033[?2026hhalf'; read x; printf ' and whole\\033[?2026l'; read x"
  await using program = startPty(['sh', '-c', half])
  const row = program.waitFor('half')
  await expect.poll(() => program.screen()[0], { timeout: 30_000, interval: 10 }).toBe('half')
  program.type('\r')
  await row
  expect(program.screen()[0]).toBe('half and whole')
})

test('a program that ends is not waited for', async () => {
  await using program = startPty(['sh', '-c', 'echo bye'])
  await expect(program.waitFor('never')).rejects.toThrow('the program ended')
})

test('the program sees no CI, and its size', async () => {
  await using program = startPty(['sh', '-c', 'echo "ci=$CI."; stty size; read x'], {
    columns: 70,
    rows: 20,
    env: { CI: '1' },
  })
  await program.waitFor('ci=.')
  await program.waitFor('20 70')
})

test('a cell is read with its look', () => {
  const emulator = createEmulator({ columns: 20, rows: 3 })
  emulator.write('\u001b[1;38;2;1;2;3mX\u001b[0;4mY')
  expect(emulator.cell(0, 0)).toMatchObject({ text: 'X', bold: true, colour: '#010203' })
  expect(emulator.cell(1, 0)).toMatchObject({ text: 'Y', bold: false, underline: true, colour: 'default' })
})

test.each([
  ['你好👍é', 7],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['⚠️', 2],
  ['⚠', 1],
  ['e\u0301', 1],
  ['👍🏽', 2],
  ['1️⃣', 2],
  ['✅', 2],
  ['한글', 4],
  ['─│…', 3],
  ['ﾊﾝ', 2],
])('on the emulator %j takes %i columns', (text, width) => {
  const emulator = createEmulator({ columns: 20, rows: 3 })
  emulator.write(text)
  expect(emulator.cursor().x).toBe(width)
})

test.each([
  ['ctrl+r', { name: 'r', ctrl: true }],
  ['ctrl+_', { name: '_', ctrl: true }],
  ['ctrl+space', { name: 'space', ctrl: true }],
  ['shift+enter', { name: 'enter', shift: true }],
  ['alt+enter', { name: 'enter', alt: true }],
  ['shift+tab', { name: 'tab', shift: true }],
  ['alt+up', { name: 'up', alt: true }],
  ['ctrl+left', { name: 'left', ctrl: true }],
  ['ctrl+delete', { name: 'delete', ctrl: true }],
  ['alt+b', { name: 'b', alt: true }],
  ['escape', { name: 'escape' }],
  ['f1', { name: 'f1' }],
  ['x', { name: 'x', text: 'x' }],
])('%s is read as the key it names', (name, press) => {
  const read = readKeys(NOTHING_READ, Buffer.from(keyBytes(name)))
  const events = [...read.events, ...flushKeys(read.state).events]
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ type: 'key', key: press })
})

const SIZE = { columns: 20, rows: 6, liveRows: 1 }

test('text that is added at the end does not flicker', () => {
  const writes = ['one\r\n', 'two\r\nthree\r\n', 'x', 'y\u001b[K']
  expect(measureFlicker(writes, SIZE)).toMatchObject({ fullClears: 0, changedAbove: 0, rewritten: 0 })
})

test('text that scrolls out of the screen is no change', () => {
  const writes = Array.from({ length: 30 }, (_, i) => `line ${i}\r\n`)
  expect(measureFlicker(writes, SIZE)).toMatchObject({ changedAbove: 0, rewritten: 0 })
})

test('erasing the screen is counted, and what is put back in vain as well', () => {
  const writes = ['one\r\ntwo\r\nthree', '\u001b[2J\u001b[Hone\r\ntwo\r\nthree']
  expect(measureFlicker(writes, SIZE)).toMatchObject({ fullClears: 1, changedAbove: 3, rewritten: 11 })
})

test('a change above the live part is counted', () => {
  const writes = ['one\r\ntwo\r\nthree\r\nfour', '\u001b[3A\rONE\u001b[3B']
  expect(measureFlicker(writes, SIZE)).toMatchObject({ fullClears: 0, changedAbove: 3, rewritten: 0 })
})

/** A few finished rows scrolled out, four more in sight, a tail of two rows and a panel of three. */
const streamed = () => {
  const bench = openScreenBench({ columns: 20, rows: 10 })
  const screen = createScreen({ output: bench.output, facts: { synchronised: true, reflow: 'all' } })
  const draw = (tail: string, print: readonly string[] = []): void =>
    screen.draw({ lines: ['tail', tail, '----', '> ', 'status'], caret: { x: 2, y: 3 } }, print)
  for (let at = 0; at < 12; at++) draw(`word ${at}`, [`finished ${at}`])
  return { bench, draw }
}
const LIVE = { columns: 20, rows: 10, liveRows: 3 }

test('a screen that prints above its live part has changed nothing above it, however it is read', () => {
  const { bench, draw } = streamed()
  draw('many at once', ['x', 'y', 'z'])
  const calm = { fullClears: 0, changedAbove: 0 }
  expect(measureFlicker(bench.writes, LIVE)).toMatchObject(calm)
  const all = bench.writes.join('')
  for (const size of [1, 7, 50, all.length])
    expect(measureFlicker(all.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [], LIVE)).toMatchObject(calm)
})

test.each([
  ['and goes back', '\u001b[4A\rFINISHED\u001b[4B\u001b[3G'],
  ['and stays there', '\u001b[4A\rFINISHED'],
  ['and puts it back at once', '\u001b[4A\r\u001b[Kfinished 11\u001b[4B\u001b[3G'],
  ['in one synchronised change', '\u001b[?2026h\u001b[4A\rFINISHED\u001b[4B\u001b[3G\u001b[?2026l'],
  ['with rows pushed down', '\u001b[4A\r\u001b[LFINISHED\u001b[4B\u001b[3G'],
])('a screen that rewrites a finished row above the tail %s is caught', (_, bytes) => {
  const { bench, draw } = streamed()
  expect(bench.emulator.screen()[bench.emulator.cursor().y - 4]).toBe('finished 11')
  bench.output.write(bytes)
  draw('goes on')
  expect(measureFlicker(bench.writes, LIVE).changedAbove).toBeGreaterThan(0)
})
