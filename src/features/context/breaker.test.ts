import { expect, test } from 'vitest'
import { stageEnv } from '../../../test/support/stage-env.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { ModelError, type ModelErrorKind } from '../../protocol/model.ts'
import type { Stage, StageResult } from '../../protocol/stage.ts'
import { createBreaker } from './breaker.ts'

/** Fails with each kind in turn; then it works. */
const failing = (kinds: readonly ModelErrorKind[]) => {
  let runs = 0
  const stage: Stage = {
    name: 's',
    cost: 'model',
    keepsPrefix: false,
    due: () => true,
    async run(view): Promise<StageResult> {
      const kind = kinds[runs++]
      if (kind) throw new ModelError(kind, verbatim(kind))
      return {
        view,
        added: [{ type: 'system', subtype: 'informational', uuid: 'x', timestamp: '', content: '' }],
      }
    },
  }
  let opened = 0
  return { guarded: createBreaker(() => void opened++).guard(stage), runs: () => runs, opened: () => opened }
}
const attempt = async (stage: Stage, times: number, trigger: 'auto' | 'manual' = 'auto') => {
  for (let n = 0; n < times; n += 1) await stage.run([], stageEnv({ trigger })).catch(() => undefined)
}

test('after three failures in a row it is not tried again, and that is told once', async () => {
  const { guarded, runs, opened } = failing(Array(9).fill('server_error'))
  await attempt(guarded, 6)
  expect([runs(), opened()]).toEqual([3, 1])
  expect(guarded.due?.([], stageEnv())).toBe(false)
})

test('a success in between starts the count anew', async () => {
  const { guarded, opened } = failing(['server_error', 'server_error'])
  await attempt(guarded, 3)
  expect(opened()).toBe(0)
  expect(guarded.due?.([], stageEnv())).toBe(true)
})

test('interruptions are no failures', async () => {
  const { guarded, runs, opened } = failing(Array(5).fill('aborted'))
  await attempt(guarded, 5)
  expect([runs(), opened()]).toEqual([5, 0])
})

test('what a person asks for is always tried and never counts', async () => {
  const { guarded, runs, opened } = failing(Array(9).fill('server_error'))
  await attempt(guarded, 3, 'manual')
  await attempt(guarded, 3)
  await attempt(guarded, 1, 'manual')
  expect([runs(), opened()]).toEqual([7, 1])
})
