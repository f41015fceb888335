import { expect, test } from 'vitest'
import { createAreaPosition } from './area-position.ts'

const SIZE = { columns: 40, rows: 20 }

test('until something is known the area is as low as it can be', () => {
  const position = createAreaPosition(SIZE)
  position.drawn({ added: 2, live: 5 })
  expect(position.top).toBe(15)
  expect(position.wanted).toBe(true)
})

test('once the screen has been filled its place is sure', () => {
  const position = createAreaPosition(SIZE)
  position.drawn({ added: 30, live: 5 })
  expect(position.wanted).toBe(false)
  position.drawn({ added: 0, live: 3 })
  expect(position.top).toBe(15)
  position.drawn({ added: 1, live: 3 })
  expect(position.top).toBe(16)
})

test('an answer counts for the time of the question', () => {
  const position = createAreaPosition(SIZE)
  position.drawn({ added: 0, live: 4 })
  position.asked(2)
  position.drawn({ added: 3, live: 4 })
  position.answered(7)
  expect(position.top).toBe(8)
  expect(position.wanted).toBe(false)
  position.drawn({ added: 30, live: 4 })
  expect(position.top).toBe(16)
})

test('an answer to a question from before a change of size is of no use', () => {
  const position = createAreaPosition(SIZE)
  position.drawn({ added: 0, live: 4 })
  position.asked(2)
  position.resized({ columns: 40, rows: 10 }, 3)
  position.drawn({ added: 0, live: 4 })
  position.answered(7)
  expect(position.top).toBe(6)
  position.asked(2)
  position.answered(5)
  expect(position.top).toBe(3)
})
