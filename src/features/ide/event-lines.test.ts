import { expect, test } from 'vitest'
import { EventLines } from './event-lines.ts'

const TEXT =
  ': hello\nevent: endpoint\ndata: /m?id=1\n\ndata:{"a":\r\ndata: 1}\r\nid: 4\r\n\r\nretry: 5\n\nevent: x\rdata\r\rdata: é🙂\n\ndata: half'
const EVENTS = [
  { event: 'endpoint', data: '/m?id=1' },
  { event: 'message', data: '{"a":\n1}' },
  { event: 'x', data: '' },
  { event: 'message', data: 'é🙂' },
]

test('events are the same however the text is cut', () => {
  for (const size of [1, 2, 3, 5, 7, 1_000]) {
    const lines = new EventLines(1_000)
    const pieces = Array.from({ length: Math.ceil(TEXT.length / size) }, (_, at) =>
      TEXT.slice(at * size, (at + 1) * size),
    )
    expect(pieces.flatMap(piece => lines.take(piece))).toEqual(EVENTS)
  }
})

test('an event without an end is refused: one line of it, many lines, or lines that mean nothing', () => {
  for (const flood of ['data: xxxxxxxx', 'data: x\n', ': xxx\n', 'id: 7\n']) {
    const lines = new EventLines(100)
    expect(() => {
      for (let at = 0; at < 100; at++) lines.take(flood)
    }).toThrow(RangeError)
  }
  const lines = new EventLines(100)
  for (let at = 0; at < 100; at++) expect(lines.take('data: x\n\n')).toHaveLength(1)
})
