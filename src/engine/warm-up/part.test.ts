import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'
import { createWarmUp } from './part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const loaded: string[] = []
  const specs = [{ name: 'Read' }, { name: 'Rare', deferred: { hint: 'x' } }]
  const tools = { specs, load: async (name: string) => void loaded.push(name) } as unknown as Toolbox
  const gate = { judge: async () => undefined, policy: () => undefined } as unknown as Gate
  return {
    loaded,
    part: createWarmUp(
      () => tools,
      gate,
      async () => void loaded.push('secrets'),
    ),
  }
}

test('nothing is loaded while the first request is on its way out, however long that takes', async () => {
  const { loaded, part } = open()
  part.requesting?.([], 'm')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(loaded).toEqual([])
  part.requested?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(loaded).toEqual(['secrets', 'Read'])
})

test('an answer that is there first leaves nothing to load for', async () => {
  const { loaded, part } = open()
  part.requested?.()
  part.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(loaded).toEqual([])
})
