import { expect, test } from 'vitest'
import { serverFrame } from '../../../test/support/serve-socket.ts'
import { controlFrame, FrameReader, type SocketFrame } from './socket-frames.ts'

const data = (text: string): SocketFrame => ({ kind: 'data', text })
const long = 'ü'.repeat(40_000)

test.each<[string, readonly Buffer[], readonly SocketFrame[]]>([
  ['short messages', [serverFrame(1, 'one'), serverFrame(1, '')], [data('one'), data('')]],
  [
    'messages with longer lengths',
    [serverFrame(1, 'x'.repeat(300)), serverFrame(2, long)],
    [data('x'.repeat(300)), data(long)],
  ],
  [
    'a message in pieces, with a ping between',
    [serverFrame(1, 'a', false), serverFrame(9, 'p'), serverFrame(0, 'b')],
    [{ kind: 'ping', payload: Buffer.from('p') }, data('ab')],
  ],
  ['a pong, which says nothing', [serverFrame(10, 'x')], []],
  ['an end without words', [serverFrame(8, '')], [{ kind: 'close', reason: '' }]],
  [
    'an end with words',
    [serverFrame(8, Buffer.from([3, 243, 98, 97, 100]))],
    [{ kind: 'close', code: 1011, reason: 'bad' }],
  ],
])('%s', (_name, frames, found) => {
  const bytes = Buffer.concat(frames)
  const whole = new FrameReader().add(bytes)
  const byteWise = new FrameReader()
  const small = bytes.length > 1000 ? whole : [...bytes].flatMap(byte => byteWise.add(Buffer.from([byte])))
  expect([whole, small]).toEqual([found, found])
})

test.each([
  ['a masked frame', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 65])],
  ['bits that nobody agreed on', Buffer.from([0xc1, 0x01, 65])],
  ['a length beyond all bounds', Buffer.from([0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0])],
])('%s is no message', (_name, bytes) => {
  expect(() => new FrameReader().add(bytes)).toThrow()
})

test('a message that grows for ever is given up', () => {
  const reader = new FrameReader()
  const piece = serverFrame(0, 'x'.repeat(500_000), false)
  reader.add(piece)
  reader.add(piece)
  expect(() => reader.add(piece)).toThrow('too long')
})

test('what a client sends is masked', () => {
  const frame = controlFrame(10, Buffer.from('hi'))
  const mask = frame.subarray(2, 6)
  expect([
    frame[0],
    frame[1],
    frame
      .subarray(6)
      .map((byte, at) => byte ^ (mask[at] ?? 0))
      .toString(),
  ]).toEqual([0x8a, 0x82, 'hi'])
})
