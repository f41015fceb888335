import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter } from '../limiter.js'

test('no more than the limit in a window that slides', () => {
  let time = 0
  const limiter = createLimiter(2, 100, () => time)
  assert.equal(limiter.take(), true)
  time = 60
  assert.equal(limiter.take(), true)
  assert.equal(limiter.take(), false)
  time = 100
  assert.equal(limiter.take(), true)
  assert.equal(limiter.take(), false)
  time = 160
  assert.equal(limiter.take(), true)
})
test('what is old is forgotten', () => {
  let time = 0
  const limiter = createLimiter(5, 10, () => time)
  for (; time < 1000; time += 5) limiter.take()
  assert.ok(limiter.size() <= 2)
  time = 5000
  assert.equal(limiter.size(), 0)
})
