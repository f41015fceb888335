import { expect, test } from 'vitest'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import type { Event } from '../../protocol/event.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { EventPump } from './event-pump.ts'

const notice = (text: string): Event => ({ type: 'notice', level: 'info', text, localized: verbatim(text) })

test('drained means that all that was published is handled, however slow the handler', async () => {
  const engine = new FakeEngine([])
  const handled: Event[] = []
  await using pump = new EventPump(engine, async event => {
    await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
    handled.push(event)
  })
  const events = ['a', 'b', 'c', 'd'].map(notice)
  await engine.emit(...events)
  await pump.drained()
  expect(handled).toEqual(events)
})

test('a handler that fails ends the reading and is heard by those who wait', async () => {
  const engine = new FakeEngine([])
  await using pump = new EventPump(engine, () => Promise.reject(new Error('no')))
  await engine.emit(notice('a'))
  await expect(pump.drained()).rejects.toThrow('no')
  await expect(pump.ended).rejects.toThrow('no')
})

test('the reading ends with the engine', async () => {
  const engine = new FakeEngine([])
  await using pump = new EventPump(engine, () => Promise.resolve())
  await engine[Symbol.asyncDispose]()
  await expect(pump.ended).resolves.toBeUndefined()
})
