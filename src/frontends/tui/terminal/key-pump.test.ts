import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InputEvent } from './input-event.ts'
import { createKeyPump } from './key-pump.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }))
afterEach(() => void vi.useRealTimers())

const open = () => {
  const pump = createKeyPump()
  const events: InputEvent[] = []
  pump.listen(event => events.push(event))
  return { events, feed: (text: string) => pump.feed(Buffer.from(text)), names: () => events.map(nameOf) }
}
const nameOf = (event: InputEvent): string =>
  event.type === 'paste' ? `paste ${event.text}` : event.type === 'key' ? event.key.name : event.type

test.each(['\u0003', '\u001b', '\u001b[99;5u', '\u001b[27u'])(
  'a paste whose end was lost is ended by %j, and keys are keys again',
  wayOut => {
    const { feed, names } = open()
    feed('\u001b[200~one\rtwo')
    vi.advanceTimersByTime(1000)
    feed('x')
    feed(wayOut)
    expect(names()).toEqual([])
    vi.advanceTimersByTime(1000)
    feed(wayOut)
    expect(names()).toEqual([expect.stringContaining('paste one\ntwox')])
    feed('y')
    expect(names().at(-1)).toBe('y')
  },
)

test('a paste that is slow is one paste, whatever is in it', () => {
  const { feed, names } = open()
  feed('\u001b[200~one\r')
  vi.advanceTimersByTime(5000)
  feed('two\u0003\r')
  vi.advanceTimersByTime(5000)
  feed('three\u001b[201~y')
  expect(names()).toEqual(['paste one\ntwo\u0003\nthree', 'y'])
})
