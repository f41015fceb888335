import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import { createScriptedModel } from '../scripted/scripted-model.ts'
import { CacheWatch } from './cache-watch.ts'
import { watchModel } from './watched-model.ts'

const newWatch = () => new CacheWatch({ now: () => 0, rows: [] })

test('a reply is booked with what it reported, and comes through as it is', async () => {
  const watch = newWatch()
  const model = watchModel(createScriptedModel({ replies: [{ text: 'hi' }] }), watch)
  const stream = model.stream(modelRequest({ source: 'main' }), AbortSignal.timeout(10_000))
  let step = await stream.next()
  while (!step.done) step = await stream.next()
  expect(step.value.content).toEqual([{ type: 'text', text: 'hi' }])
  expect(watch.report.requests).toMatchObject([
    { source: 'main', cacheWrite: step.value.usage.cache_creation_input_tokens },
  ])
})

test('an attempt that broke off after it began is booked, one that never began is not', async () => {
  const watch = newWatch()
  const faults = [
    { kind: 'reset', afterEvents: 3 },
    { kind: 'status', status: 529 },
  ] as const
  const replies = faults.map(fault => ({ text: 'hi', fault }))
  const model = watchModel(createScriptedModel({ replies }), watch)
  for (const _ of replies) {
    const stream = model.stream(modelRequest({ source: 'main' }), AbortSignal.timeout(10_000))
    await expect(
      (async () => {
        for await (const _delta of stream);
      })(),
    ).rejects.toThrow()
  }
  expect(watch.report.requests).toHaveLength(1)
})

test('a reader that goes away leaves no open reply behind', async () => {
  const watch = newWatch()
  const model = watchModel(createScriptedModel({ replies: [{ text: 'hi' }] }), watch)
  for await (const delta of model.stream(modelRequest({ source: 'main' }), AbortSignal.timeout(10_000)))
    if (delta.type === 'start') break
  expect(watch.report.requests).toHaveLength(1)
})
