import { expect, test } from 'vitest'
import type { Frame, Line, Screen } from '../terminal/screen-port.ts'
import { Compositor, type TailSource } from './compositor.ts'

/** A screen that only remembers, a clock that stands still, timers that go off when told. */
const setUp = (tail: TailSource) => {
  const drawn: { readonly frame: Frame; readonly print: readonly Line[] }[] = []
  const alternate: string[] = []
  const timers: { readonly ms: number; readonly call: () => void }[] = []
  let now = 0
  const screen = {
    size: { columns: 80, rows: 24 },
    width: 79,
    draw: (frame: Frame, print: readonly Line[] = []) => void drawn.push({ frame, print }),
    enterAlternate: () => void alternate.push('enter'),
    leaveAlternate: () => void alternate.push('leave'),
  } as unknown as Screen
  const compositor = new Compositor({
    screen,
    tail,
    now: () => now,
    after: (ms, call) => {
      const timer = { ms, call }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  return {
    compositor,
    drawn,
    alternate,
    timers,
    wait(ms: number) {
      now += ms
    },
  }
}

test('the tail stands above the panel and moves its cursor down', () => {
  const { compositor, drawn } = setUp({ advance: () => ({ print: ['done'], tail: ['one', 'two'] }) })
  compositor.panel({ lines: ['> '], caret: { x: 2, y: 0 } })
  expect(drawn).toEqual([{ frame: { lines: ['one', 'two', '> '], caret: { x: 2, y: 2 } }, print: ['done'] }])
})

test('many words of the stream are one drawing, a key is drawn at once', () => {
  let asked = 0
  const { compositor, drawn, timers, wait } = setUp({
    advance: () => ({ print: [], tail: [String(++asked)] }),
  })
  compositor.panel({ lines: ['> '] })
  for (let token = 0; token < 10; token++) compositor.moved()
  expect(timers).toHaveLength(1)
  expect(drawn).toHaveLength(1)
  wait(33)
  timers[0]?.call()
  expect(drawn.at(-1)?.frame.lines).toEqual(['2', '> '])
  compositor.panel({ lines: ['> x'] })
  expect(drawn.at(-1)?.frame.lines).toEqual(['2', '> x'])
  expect(asked).toBe(2)
})

test('what is final does not wait for the pace of the stream, and is drawn once', () => {
  let asked = 0
  const { compositor, drawn, timers } = setUp({ advance: () => ({ print: [], tail: [String(++asked)] }) })
  compositor.panel({ lines: ['> '] })
  compositor.moved()
  compositor.flush()
  expect(drawn.at(-1)?.frame.lines).toEqual(['2', '> '])
  expect(timers).toHaveLength(0)
  compositor.flush()
  expect(drawn).toHaveLength(2)
})

test('what is typed into the panel is drawn without looking at what streams, and leaves its pace alone', () => {
  let asked = 0
  const { compositor, drawn, timers } = setUp({ advance: () => ({ print: [], tail: [String(++asked)] }) })
  compositor.panel({ lines: ['> '] })
  compositor.moved()
  compositor.patch({ lines: ['> x'] })
  expect(drawn.at(-1)?.frame.lines).toEqual(['1', '> x'])
  expect(timers).toHaveLength(1)
})

test('a dialog that fills the screen keeps what is finished meanwhile for afterwards', () => {
  let finished: readonly Line[] = []
  const { compositor, drawn, alternate } = setUp({
    advance: () => {
      const print = finished
      finished = []
      return { print, tail: [] }
    },
  })
  compositor.panel({ lines: ['> '] })
  compositor.full({ lines: ['all of it'] })
  finished = ['an answer']
  compositor.moved()
  compositor.draw()
  expect(drawn.at(-1)).toEqual({ frame: { lines: ['all of it'] }, print: [] })
  compositor.full(undefined)
  expect(drawn.at(-1)).toEqual({ frame: { lines: ['> '] }, print: ['an answer'] })
  expect(alternate).toEqual(['enter', 'leave'])
})
