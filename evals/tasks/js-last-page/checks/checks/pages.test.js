import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paginate } from '../pages.js'

test('a last page that is not full counts', () => {
  assert.deepEqual(paginate([1, 2, 3, 4, 5], 3, 2), { pages: 3, items: [5] })
})
test('full pages stay as they are', () => {
  assert.deepEqual(paginate([1, 2, 3, 4], 2, 2), { pages: 2, items: [3, 4] })
})
test('a page beyond the end is the last one', () => {
  assert.deepEqual(paginate([1, 2, 3], 9, 2), { pages: 2, items: [3] })
})
test('nothing is one empty page', () => {
  assert.deepEqual(paginate([], 1, 2), { pages: 1, items: [] })
})
