import { expect, test } from 'vitest'
import { ChannelIntake } from './channel-intake.ts'

const open = () => {
  const clock = { now: 1_000_000 }
  const intake = new ChannelIntake(() => clock.now)
  let ids = 0
  /** How many of so many are taken; what is taken is delivered at once. */
  const push = (source: string, count: number, { chars = 10, deliver = true } = {}) => {
    let taken = 0
    for (let at = 0; at < count; at++) {
      const id = `m${ids++}`
      if (!intake.take(source, { id, chars })) continue
      taken++
      if (deliver) intake.settle(id)
    }
    return taken
  }
  return { clock, intake, push }
}

test('a flood is cut to a burst and then to a steady trickle, and what was dropped is counted', () => {
  const { clock, intake, push } = open()
  expect(push('a', 1_000)).toBe(20)
  expect(intake.takeDropped('a')).toBe(980)
  expect(intake.takeDropped('a')).toBe(0)
  clock.now += 60_000
  expect(push('a', 1_000)).toBe(20)
  clock.now += 9_000
  expect(push('a', 1_000)).toBe(3)
  clock.now += 2_999
  expect(push('a', 1)).toBe(0)
  clock.now += 1
  expect(push('a', 1)).toBe(1)
})

test('one channel takes nothing from another', () => {
  const { push } = open()
  push('a', 1_000)
  expect(push('b', 5)).toBe(5)
})

test('a clock that goes back gives nothing, and goes on giving afterwards', () => {
  const { clock, push } = open()
  push('a', 20)
  clock.now -= 1_000_000
  expect(push('a', 1)).toBe(0)
  clock.now += 3_000
  expect(push('a', 1)).toBe(1)
})

test('what waits is bounded in number and size, over all channels', () => {
  const { push } = open()
  const taken = ['a', 'b', 'c'].map(source => push(source, 20, { deliver: false }))
  expect(taken).toEqual([20, 20, 0])
  const other = open()
  expect(other.push('a', 20, { chars: 16_000, deliver: false })).toBe(4)
  // What was delivered makes room.
  expect(other.push('b', 1)).toBe(0)
  for (let at = 0; at < 4; at++) other.intake.settle(`m${at}`)
  expect(other.push('b', 1)).toBe(1)
})
