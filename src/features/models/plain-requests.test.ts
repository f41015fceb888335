import { expect, test } from 'vitest'
import type { Model, ModelRequest } from '../../protocol/model.ts'
import { plainly } from './plain-requests.ts'
import { betasOf } from './protocols/anthropic.ts'

const sentBy = async (request: Partial<ModelRequest>): Promise<ModelRequest> => {
  const seen: ModelRequest[] = []
  const model = {
    stream(given: ModelRequest) {
      seen.push(given)
      return undefined as never
    },
    countTokens: async (given: ModelRequest) => seen.push(given),
  } satisfies Model
  const plain = plainly(model)
  const whole = { model: 'claude-opus-5-5', messages: [], ...request } as unknown as ModelRequest
  plain.stream(whole, AbortSignal.abort())
  await plain.countTokens?.(whole, AbortSignal.abort())
  expect(seen[1]).toEqual(seen[0])
  return seen[0] as ModelRequest
}

test('nothing of a plain request is a beta but what the person named', async () => {
  const sent = await sentBy({
    effort: 'high',
    speed: 'fast',
    taskBudget: { total: 1 } as never,
    clearResults: { above: 1, keep: 1, atLeast: 1, except: [] },
    deferredTools: [{ name: 'x' } as never],
    betas: ['context-1m-2025-08-07'],
  })
  expect(sent).toEqual({
    model: 'claude-opus-5-5',
    messages: [],
    effort: 'high',
    plain: true,
    betas: ['context-1m-2025-08-07'],
  })
  expect(betasOf(sent, ['mine'])).toEqual(['mine', 'context-1m-2025-08-07'])
})

test('effort is left out where it is a beta itself', async () => {
  expect(await sentBy({ model: 'claude-opus-4-5-20251101', effort: 'high' })).not.toHaveProperty('effort')
})
