import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { handOverTerminal } from './hand-over-terminal.ts'

const lend = ({ attached = true } = {}) => {
  const states: string[] = []
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (on: boolean) => void states.push(on ? 'raw' : 'cooked'),
    pause: () => void states.push('paused'),
    resume: () => void states.push('reading'),
  })
  const written: string[] = []
  const output = Object.assign(new EventEmitter(), {
    columns: 80,
    rows: 24,
    write: (bytes: string | Uint8Array) => void written.push(Buffer.from(bytes).toString()),
  })
  const clock = { now: 0 }
  const seat = handOverTerminal(input, output, () => clock.now)
  const typed: string[] = []
  let hangUps = 0
  const program = { isThere: true }
  const attach = (): void =>
    seat.onInput(bytes => {
      if (program.isThere) typed.push(Buffer.from(bytes).toString())
      return program.isThere
    })
  if (attached) attach()
  seat.onHangUp(() => {
    hangUps += 1
  })
  const type = (text: string): unknown => input.emit('data', Buffer.from(text))
  return { seat, states, written, output, clock, typed, type, hangUps: () => hangUps, program, attach }
}

test('every key goes to the program', () => {
  const { typed, type, hangUps } = lend()
  for (const key of ['a', '\u0003', '\u001a', '\u001b[A', '\u001d', 'x', '\u001d', '\r']) type(key)
  expect(typed).toEqual(['a', '\u0003', '\u001a', '\u001b[A', '\u001d', 'x', '\u001d', '\r'])
  expect(hangUps()).toBe(0)
})

test.each([
  [['\u001d', '\u001d']],
  [['\u001d\u001d']],
  [['\u001b[93;5u', '\u001b[93;5u']],
  [['text\u001d', '\u001d']],
  [['text\u001d\u001d']],
])('Ctrl-] twice ends it: %j', keys => {
  const { type, hangUps } = lend()
  for (const key of keys) type(key)
  expect(hangUps()).toBe(1)
})

test('Ctrl-] now and again is for the program', () => {
  const { type, clock, hangUps, typed } = lend()
  type('\u001d')
  clock.now = 5_000
  type('\u001d')
  expect([hangUps(), typed.length]).toEqual([0, 2])
})

test('a line feed alone stays one, though the system would add a return', () => {
  const { seat, written } = lend()
  for (const piece of ['one\r\n', 'two\n', '\n', 'three\r', '\nfour']) seat.write(Buffer.from(piece))
  expect(written).toEqual(['one\r\n', 'two\u001bD', '\u001bD', 'three\r', '\nfour'])
})

test('a changed size is told; given back, nothing is heard or written any more', () => {
  const { seat, states, output, type, typed, written } = lend()
  const sizes: unknown[] = []
  seat.onResize(() => sizes.push(seat.size()))
  output.columns = 100
  output.emit('resize')
  seat.release()
  seat.release()
  output.emit('resize')
  type('late')
  seat.write('late')
  expect(sizes).toEqual([{ columns: 100, rows: 24 }])
  expect([typed, written]).toEqual([[], []])
  expect(states).toEqual(['raw', 'reading', 'cooked', 'paused'])
})

test('what is typed before the program is there waits for it', () => {
  const { seat, typed, type, attach } = lend({ attached: false })
  type('early\r')
  attach()
  type('x')
  expect(typed).toEqual(['early\r', 'x'])
  expect(seat.leftOver()).toBe('')
})

test('what is typed when it has gone is left over, as text', () => {
  const { seat, typed, type, program } = lend()
  type('for it\r')
  program.isThere = false
  for (const key of ['naxt', '\u007f\u007f', '\u001b[A', '\u0003', '\u001b[?1;2c', 't\r', 'two\r']) type(key)
  expect(typed).toEqual(['for it\r'])
  expect(seat.leftOver()).toBe('nat\ntwo\n')
})

test('what no program came for is left over as well', () => {
  const { seat, type } = lend({ attached: false })
  type('早\u001b[200~of a\rpaste\u001b[201~')
  expect(seat.leftOver()).toBe('早of a\npaste')
})

test('given back to who takes it raw it stays so', () => {
  const { seat, states } = lend()
  seat.release({ staysRaw: true })
  expect(states).toEqual(['raw', 'reading', 'paused'])
})
