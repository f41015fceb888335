import { expect, test } from 'vitest'
import { awaited, dueAt, IDLE, interrupted, pressed, type TalkKey, type TalkPress } from './talk-key.ts'

interface Happened {
  readonly at: number
  readonly does: 'start' | 'stop'
  readonly erase?: number
}

/** Presses one after the other; whatever is awaited between them happens when it is due. */
const play = (times: readonly number[], how: Partial<Omit<TalkPress, 'at'>> = {}, until = 5_000) => {
  const happened: Happened[] = []
  let key: TalkKey = IDLE
  const wait = (to: number): void => {
    for (let due = dueAt(key); due !== undefined && due <= to; due = dueAt(key)) {
      const step = awaited(key, due)
      key = step.key
      if (step.does) happened.push({ at: due, does: step.does })
    }
  }
  for (const at of times) {
    wait(at)
    const step = pressed(key, { mode: 'hold', key: 'bound', empty: true, ...how, at })
    key = step.key
    if (step.does) happened.push({ at, does: step.does, ...(step.erase ? { erase: step.erase } : {}) })
  }
  wait(until)
  return happened
}

/** A key that goes down, repeats after `first`, then every `every`. */
const held = (from: number, { first = 500, every = 33, times = 30 } = {}): readonly number[] => [
  from,
  ...Array.from({ length: times }, (_, at) => from + first + at * every),
]

test('a bound key that is held records until it comes up', () => {
  const last = 500 + 29 * 33
  expect(play(held(0))).toEqual([
    { at: 0, does: 'start' },
    { at: last + 350, does: 'stop' },
  ])
})

test('repeats that come in bursts, as over a slow network, are one long press', () => {
  const bursts = [0, 600, 601, 602, 900, 901, 1_200, 1_500]
  expect(play(bursts)).toEqual([
    { at: 0, does: 'start' },
    { at: 1_850, does: 'stop' },
  ])
})

test('a bound key that is tapped records until the next press', () => {
  expect(play([0, 3_000])).toEqual([
    { at: 0, does: 'start' },
    { at: 3_000, does: 'stop' },
  ])
  expect(play([0], {}, 60_000)).toEqual([{ at: 0, does: 'start' }])
})

test('where a tap is asked for, the repeats of a press that was long end nothing', () => {
  expect(play([...held(0, { times: 10 }), 3_000], { mode: 'tap' })).toEqual([
    { at: 0, does: 'start' },
    { at: 3_000, does: 'stop' },
  ])
})

test('the space bar records once it is seen to be held, and what it typed goes', () => {
  const [start] = play(held(0), { key: 'space' })
  expect(start).toEqual({ at: 500 + 2 * 33, does: 'start', erase: 3 })
})

test('a space of the words before is not taken for one of a long press', () => {
  const [start] = play([0, ...held(60)], { key: 'space' })
  expect(start).toEqual({ at: 60 + 500 + 2 * 33, does: 'start', erase: 3 })
})

test.each([
  ['words', [0, 400, 800, 1_250]],
  ['two spaces, now and then', [0, 150, 900, 1_050, 2_000]],
  ['a paste that the terminal does not mark', [0, 0, 0, 0, 1, 1, 1, 1]],
  ['indentation typed by hand', [0, 160, 320, 480, 640, 800]],
])('the space bar types while it is not held: %s', (_, times) => {
  expect(play(times, { key: 'space' })).toEqual([])
})

test('another key in between makes spaces of spaces', () => {
  const { key } = pressed(
    { ...IDLE, at: 500, spaces: 3 },
    { at: 530, mode: 'hold', key: 'space', empty: true },
  )
  expect(key.phase).toBe('held')
  const after = interrupted({ ...IDLE, at: 500, spaces: 3 })
  expect(pressed(after, { at: 530, mode: 'hold', key: 'space', empty: true }).does).toBeUndefined()
})

test('by taps, the space bar begins only where nothing is written yet', () => {
  expect(play([0], { key: 'space', mode: 'tap', empty: false })).toEqual([])
  expect(play([0, 2_000], { key: 'space', mode: 'tap' })).toEqual([
    { at: 0, does: 'start' },
    { at: 2_000, does: 'stop' },
  ])
})
