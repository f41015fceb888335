import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { sleepFor } from './sleep.ts'

test('it ends by itself and leaves no listener', async () => {
  const { signal } = new AbortController()
  await sleepFor(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('it rejects with the reason when the signal fires, before or during', async () => {
  const controller = new AbortController()
  const sleeping = sleepFor(60_000, controller.signal)
  controller.abort('enough')
  await expect(sleeping).rejects.toBe('enough')
  await expect(sleepFor(1, controller.signal)).rejects.toBe('enough')
})
