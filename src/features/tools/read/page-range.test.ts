import { expect, test } from 'vitest'
import { pageRange } from './page-range.ts'

test.each([
  [undefined, 10, { first: 1, last: 10 }],
  ['', 3, { first: 1, last: 3 }],
  ['3', 50, { first: 3, last: 3 }],
  ['1-5', 50, { first: 1, last: 5 }],
  [' 2 – 4 ', 50, { first: 2, last: 4 }],
  ['45-', 50, { first: 45, last: 50 }],
  ['48-90', 50, { first: 48, last: 50 }],
])('%j of %i pages', (pages, total, range) => {
  expect(pageRange(pages, total)).toEqual(range)
})

test.each([
  [undefined, 11, /has 11 pages, more than the 10 .* Give pages, such as "1-10"/],
  ['1-30', 50, /30 pages; at most 20 .* Begin with "1-20"/],
  ['51', 50, /only 50 pages/],
  [undefined, 0, /has no pages/],
  ['0', 50, /count from 1/],
  ['5-2', 50, /count from 1/],
  ['1,3', 50, /no range of pages\. Write "3" or "1-5"/],
  ['all', 50, /no range of pages/],
])('%j of %i pages is refused', (pages, total, message) => {
  expect(() => pageRange(pages, total)).toThrow(message)
})
