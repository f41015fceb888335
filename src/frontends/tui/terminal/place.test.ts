import { expect, test } from 'vitest'
import { createPlace } from './place.ts'

const SIZE = { columns: 40, rows: 20 }

test('until something is known the area is as low as it can be', () => {
  const place = createPlace(SIZE)
  place.drawn({ added: 2, live: 5 })
  expect(place.top).toBe(15)
  expect(place.wanted).toBe(true)
})

test('once the screen has been filled its place is sure', () => {
  const place = createPlace(SIZE)
  place.drawn({ added: 30, live: 5 })
  expect(place.wanted).toBe(false)
  place.drawn({ added: 0, live: 3 })
  expect(place.top).toBe(15)
  place.drawn({ added: 1, live: 3 })
  expect(place.top).toBe(16)
})

test('an answer counts for the time of the question', () => {
  const place = createPlace(SIZE)
  place.drawn({ added: 0, live: 4 })
  place.asked(2)
  place.drawn({ added: 3, live: 4 })
  place.answered(7)
  expect(place.top).toBe(8)
  expect(place.wanted).toBe(false)
  place.drawn({ added: 30, live: 4 })
  expect(place.top).toBe(16)
})

test('an answer to a question from before a change of size is of no use', () => {
  const place = createPlace(SIZE)
  place.drawn({ added: 0, live: 4 })
  place.asked(2)
  place.resized({ columns: 40, rows: 10 }, 3)
  place.drawn({ added: 0, live: 4 })
  place.answered(7)
  expect(place.top).toBe(6)
  place.asked(2)
  place.answered(5)
  expect(place.top).toBe(3)
})
