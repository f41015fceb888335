import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Emitter } from '../emitter.ts'

test('one that removes itself skips nobody', () => {
  const emitter = new Emitter()
  const heard: string[] = []
  const off = emitter.on(() => {
    heard.push('once')
    off()
  })
  emitter.on(() => heard.push('always'))
  emitter.emit(1)
  emitter.emit(2)
  assert.deepEqual(heard, ['once', 'always', 'always'])
})
test('one that is added meanwhile waits', () => {
  const emitter = new Emitter()
  let late = 0
  emitter.on(() => void emitter.on(() => late++))
  emitter.emit(1)
  assert.equal(late, 0)
  emitter.emit(2)
  assert.equal(late, 1)
})
test('one that was removed hears nothing', () => {
  const emitter = new Emitter()
  let heard = 0
  emitter.on(() => off())
  const off = emitter.on(() => heard++)
  emitter.emit(1)
  assert.equal(heard, 0)
})
