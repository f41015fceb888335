import { setImmediate as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createIdleWork } from './idle-work.ts'

test('tasks wait until the program is idle and keep their order; a failing one does not hold up the others', async () => {
  const done: unknown[] = []
  const work = createIdleWork(error => done.push(error))
  work.later(() => done.push('one'))
  work.later(() => {
    throw 'bad'
  })
  work.later(() => done.push('two'))
  expect(done).toEqual([])
  await pause()
  expect(done).toEqual(['one', 'bad', 'two'])
})

test('what is asked for at once is done at once, and not again', async () => {
  const done: string[] = []
  const work = createIdleWork(() => undefined)
  work.later(() => done.push('one'))
  work.flush()
  expect(done).toEqual(['one'])
  work.later(() => done.push('two'))
  await pause()
  expect(done).toEqual(['one', 'two'])
})
