import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { InputEvent } from './input-event.ts'
import { flushKeys, NOTHING_READ, pendingMs, readKeys } from './key-reader.ts'

/** `ctrl+a` or `paste:…`, with what it types in brackets when it types something. */
const name = (event: InputEvent): string => {
  if (event.type === 'paste') return `paste:${event.text}`
  if (event.type === 'focus') return event.focused ? 'focus in' : 'focus out'
  if (event.type === 'reply') return JSON.stringify(event.reply)
  const { key } = event
  const held = (['ctrl', 'alt', 'shift', 'super'] as const).filter(modifier => key[modifier])
  return [...held, key.name].join('+') + (key.text === '' ? '' : `[${key.text}]`)
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const readAll = (chunks: readonly Uint8Array[]): readonly string[] => {
  let state = NOTHING_READ
  const events: InputEvent[] = []
  for (const chunk of chunks) {
    const read = readKeys(state, chunk)
    state = read.state
    events.push(...read.events)
  }
  return [...events, ...flushKeys(state).events].map(name)
}
const read = (text: string): readonly string[] => readAll([bytes(text)])
const E = '\u001b'

test.each([
  ['a', ['a[a]']],
  ['A', ['shift+a[A]']],
  [' ', ['space[ ]']],
  ['é你👍', ['é[é]', '你[你]', '👍[👍]']],
  ['\r', ['enter']],
  ['\n', ['ctrl+j']],
  ['\t', ['tab']],
  ['\u007f', ['backspace']],
  ['\b', ['ctrl+h']],
  ['\u0001\u0003\u001a', ['ctrl+a', 'ctrl+c', 'ctrl+z']],
  ['\u0000', ['ctrl+space']],
  ['\u001f', ['ctrl+_']],
  ['\u001d', ['ctrl+]']],
  [E, ['escape']],
  [`${E}${E}`, ['escape', 'escape']],
  [`${E}x`, ['alt+x']],
  [`${E}X`, ['alt+shift+x']],
  [`${E}é`, ['alt+é']],
  [`${E}\r`, ['alt+enter']],
  [`${E}\u007f`, ['alt+backspace']],
  [`${E}[`, ['alt+[']],
  [`${E}O`, ['alt+shift+o']],
  [`${E}${E}x`, ['escape', 'alt+x']],
])('%j is %j', (text, events) => {
  expect(read(text)).toEqual(events)
})

test.each([
  ['[A', 'up'],
  ['OA', 'up'],
  ['[1;5C', 'ctrl+right'],
  ['[1;2D', 'shift+left'],
  ['[1;3A', 'alt+up'],
  ['[1;9A', 'super+up'],
  ['[H', 'home'],
  ['[1~', 'home'],
  ['OF', 'end'],
  ['[3~', 'delete'],
  ['[3;5~', 'ctrl+delete'],
  ['[5~', 'pageup'],
  ['[Z', 'shift+tab'],
  ['OP', 'f1'],
  ['[1;5P', 'ctrl+f1'],
  ['O5P', 'ctrl+f1'],
  ['[15~', 'f5'],
  ['[24~', 'f12'],
  ['[[B', 'f2'],
  ['[a', 'shift+up'],
  ['Oc', 'ctrl+right'],
  ['[3^', 'ctrl+delete'],
  [`${E}[A`, 'alt+up'],
  ['OM', 'enter'],
  ['Op', '0[0]'],
])('ESC %j is %s', (text, event) => {
  expect(read(E + text)).toEqual([event])
})

test.each([
  [`${E}[?1;2c`, ['escape', 'reply']],
  [`${E}[?0u`, ['escape', 'reply']],
  [`${E}[I`, ['escape', 'focus']],
  [`${E}[200~a${E}[201~`, ['escape', 'paste']],
])('Esc right before %j is not lost', (text, kinds) => {
  const { events } = readKeys(NOTHING_READ, Buffer.from(E + text))
  expect(events.map(event => (event.type === 'key' ? event.key.name : event.type))).toEqual(kinds)
})

test.each([
  ['[13;2u', 'shift+enter'],
  ['[27u', 'escape'],
  ['[27;1:1u', 'escape'],
  ['[97;5u', 'ctrl+a'],
  ['[97;6u', 'ctrl+shift+a'],
  ['[97:65;2u', 'shift+a[A]'],
  ['[49:33;2u', 'shift+![!]'],
  ['[1089::99;5u', 'ctrl+c'],
  ['[97;1;228u', 'ä[ä]'],
  ['[32;2u', 'shift+space[ ]'],
  ['[127;3u', 'alt+backspace'],
  ['[57414u', 'enter'],
  ['[57400u', '1[1]'],
  ['[57419;5u', 'ctrl+up'],
  ['[97;5:2u', 'ctrl+a'],
  ['[97;129u', 'a[a]'],
  ['[1;5:2A', 'ctrl+up'],
  ['[27;2;13~', 'shift+enter'],
  ['[27;5;9~', 'ctrl+tab'],
  ['[27;6;97~', 'ctrl+shift+a'],
])('the newer way of saying it, ESC %j, is %s', (text, event) => {
  expect(read(E + text)).toEqual([event])
})

test.each([
  '[97;5:3u',
  '[1;5:3A',
  '[57441u',
  '[200',
  '[201~',
  '[?2026;2$y',
  '[99~',
  '[<0;1;1M',
  ']0;title\u0007',
  'P1$r0m\u001b\\',
  '_Gi=1;OK\u001b\\',
  '[1;1;1;1X',
])('ESC %j is swallowed', text => {
  expect(read(E + text)).toEqual([])
  if (!text.startsWith('[200')) expect(read(`${E}${text}x`)).toEqual(['x[x]'])
})

test.each([
  ['[12;40R', { kind: 'cursor', row: 12, column: 40 }],
  [']11;rgb:1e1e/2f2f/ffff\u0007', { kind: 'background', red: 30, green: 47, blue: 255 }],
  [']11;rgb:ff/00/80\u001b\\', { kind: 'background', red: 255, green: 0, blue: 128 }],
  ['[?1u', { kind: 'kitty', flags: 1 }],
  ['[?62;22c', { kind: 'device', text: '?62;22' }],
  ['P>|kitty(0.42)\u001b\\', { kind: 'device', text: 'kitty(0.42)' }],
])('ESC %j is an answer', (text, reply) => {
  expect(read(E + text)).toEqual([JSON.stringify(reply)])
})

test('focus comes and goes', () => {
  expect(read(`${E}[I${E}[O`)).toEqual(['focus in', 'focus out'])
})

test.each([
  ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
  ['', ''],
  [`a${E}[Ab`, `a${E}[Ab`],
  [`a${E}[200~b[201~${E}[20`, `a${E}[200~b[201~${E}[20`],
])('a paste of %j is one event', (text, pasted) => {
  expect(read(`x${E}[200~${text}${E}[201~y`)).toEqual(['x[x]', `paste:${pasted}`, 'y[y]'])
})

test('a paste is not ended by waiting', () => {
  const { state } = readKeys(NOTHING_READ, bytes(`${E}[200~text${E}`))
  expect(pendingMs(state)).toBeUndefined()
  expect(flushKeys(state).events).toEqual([])
})

test('a lone escape waits a short time, the beginning of a sequence longer', () => {
  const pending = (text: string) => pendingMs(readKeys(NOTHING_READ, bytes(text)).state)
  expect(pending('x')).toBeUndefined()
  expect(pending(E)).toBe(2)
  expect(pending(`${E}[1;`)).toBe(100)
})

test('bytes that are no text are swallowed', () => {
  expect(readAll([Uint8Array.from([0xff, 0x61, 0xc3, 0x28, 0xf8, 0x62])])).toEqual(['a[a]', '([(]', 'b[b]'])
})

test('a paste of megabytes in small pieces is looked through once', () => {
  const piece = bytes('All work and no play makes Jack a dull boy.\r\n'.repeat(90))
  const chunks = [bytes(`${E}[200~`), ...Array<Uint8Array>(600).fill(piece), bytes(`${E}[201~`)]
  let searched = 0
  const { indexOf } = String.prototype
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, ...args) {
    searched += this.length
    return indexOf.apply(this, args)
  })
  try {
    expect(readAll(chunks)).toHaveLength(1)
  } finally {
    spy.mockRestore()
  }
  const all = 600 * piece.length
  expect(searched).toBeGreaterThan(all)
  // Whoever began again with every piece would look through it three hundred times.
  expect(searched).toBeLessThan(2 * all)
})

const token = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom(
    ...['\r', '\n', '\u0003', `${E}[A`, `${E}OP`, `${E}x`, `${E}[97;5u`, `${E}[200~a\r\nb${E}[201~`],
    ...[`${E}${E}[A`, `${E}]11;rgb:1/2/3${E}\\`, `${E}[12;40R`, `${E}[?62c`, '你好👍', `${E}[I`, `${E}[[A`],
  ),
)

test('however the bytes are cut, the events are the same', () => {
  const cuts = fc.array(fc.nat(60), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), cuts, (tokens, places) => {
      const whole = bytes(tokens.join(''))
      const at = [...new Set([0, ...places.filter(place => place < whole.length), whole.length])].sort(
        (one, other) => one - other,
      )
      const chunks = at.slice(1).map((end, i) => whole.subarray(at[i], end))
      expect(readAll(chunks)).toEqual(readAll([whole]))
    }),
    { numRuns: 500 },
  )
})

test('no bytes make the reader fail or keep more than a little', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), chunk => {
      const { state } = readKeys(NOTHING_READ, chunk)
      expect(state.text.length + state.bytes.length).toBeLessThanOrEqual(chunk.length)
    }),
  )
})
