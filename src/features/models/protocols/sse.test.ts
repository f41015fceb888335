import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSseParser, type ServerEvent } from './sse.ts'

const parseAll = (bytes: Uint8Array, sizes: readonly number[] = []): ServerEvent[] => {
  const parser = createSseParser()
  const events: ServerEvent[] = []
  let at = 0
  for (const size of sizes) {
    events.push(...parser.push(bytes.subarray(at, at + size)))
    at = Math.min(bytes.length, at + size)
  }
  events.push(...parser.push(bytes.subarray(at)))
  return events
}

const parse = (text: string) => parseAll(Buffer.from(text))

test.each<[string, string, ServerEvent[]]>([
  ['an event with a name', 'event: ping\ndata: {}\n\n', [{ event: 'ping', data: '{}' }]],
  ['an event without a name', 'data: x\n\n', [{ event: 'message', data: 'x' }]],
  ['data over several lines', 'data: a\ndata: b\n\n', [{ event: 'message', data: 'a\nb' }]],
  ['CRLF line ends', 'event: a\r\ndata: b\r\n\r\n', [{ event: 'a', data: 'b' }]],
  ['CR line ends', 'event: a\rdata: b\r\r', [{ event: 'a', data: 'b' }]],
  ['comments', ': hello\ndata: b\n: there\n\n', [{ event: 'message', data: 'b' }]],
  ['a value without the space', 'data:b\n\n', [{ event: 'message', data: 'b' }]],
  ['only the first space is dropped', 'data:  b\n\n', [{ event: 'message', data: ' b' }]],
  ['a field without a value', 'data\n\n', [{ event: 'message', data: '' }]],
  ['unknown fields', 'id: 1\nretry: 2\ndata: b\n\n', [{ event: 'message', data: 'b' }]],
  ['a name without data', 'event: a\n\ndata: b\n\n', [{ event: 'message', data: 'b' }]],
  ['an event that was cut off', 'data: a\n\ndata: b\n', [{ event: 'message', data: 'a' }]],
  ['a byte order mark', '\uFEFFdata: a\n\n', [{ event: 'message', data: 'a' }]],
])('reads %s', (_, text, events) => {
  expect(parse(text)).toEqual(events)
})

const anyEnd = fc.constantFrom('\n', '\r\n', '\r')
const anyLine = fc.oneof(
  fc.string({ unit: 'grapheme' }).map(text => `data: ${text.replace(/[\r\n]/g, '')}`),
  fc.constantFrom('event: x', 'event: y', ': note', 'data', 'id: 4', '', ''),
)

test('any cut of the bytes gives the same events', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyLine, anyEnd)),
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
      (lines, sizes) => {
        // A lone LF after a CR would be one line end; a comment keeps them apart.
        const text = lines.map(([line, end]) => (line === '' && end === '\n' ? ':\n\n' : line + end)).join('')
        const bytes = Buffer.from(text)
        expect(parseAll(bytes, sizes)).toEqual(parseAll(bytes))
      },
    ),
  )
})

test('events that are written are read back', () => {
  const anyData = fc.string({ unit: 'grapheme' }).map(text => text.replace(/[\r\n]/g, ''))
  fc.assert(
    fc.property(fc.array(anyData), anyEnd, (texts, end) => {
      const wire = texts.map(text => `event: e${end}data: ${text}${end}${end}`).join('')
      expect(parse(wire)).toEqual(texts.map(data => ({ event: 'e', data })))
    }),
  )
})

test.each([
  ['a line', 'x'.repeat(1024 * 1024)],
  ['lines of data', `data: ${'x'.repeat(1024 * 1024)}\n`],
])('an event without an end is given up before it fills the memory: %s', (_, piece) => {
  const parser = createSseParser()
  const bytes = Buffer.from(piece)
  const push = (): void => {
    for (let pushed = 0; pushed < 40; pushed++) parser.push(bytes)
  }
  expect(push).toThrow('an event has no end')
})
