import { expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import { createScriptedModel } from './scripted-model.ts'

test('it keeps every request and the rules they broke, and refuses those that broke one', async () => {
  const model = createScriptedModel({ replies: [{ text: 'a' }] })
  const bad = modelRequest({ maxTokens: 0 })
  const refused = await readStream(model.stream(bad, never()))
  const answered = await readStream(model.stream(modelRequest(), never()))
  expect(refused.error).toMatchObject({ kind: 'invalid_request', status: 400 })
  expect(answered.reply?.content).toEqual([{ type: 'text', text: 'a' }])
  expect(model.requests).toEqual([bad, modelRequest()])
  expect(model.violations).toEqual(['max_tokens: must be a whole number above 0'])
})

test('a request without a reply fails with the reason', async () => {
  const model = createScriptedModel({ replies: [{ text: 'a', when: { lastUserText: 'bye' } }] })
  const { error } = await readStream(model.stream(modelRequest(), never()))
  expect(error).toMatchObject({ kind: 'invalid_request', message: expect.stringContaining('"bye"') })
})

test('it waits for the planned times on the clock it is given', async () => {
  let time = 0
  const model = createScriptedModel(
    { replies: [{ tools: [{ name: 'Read' }, { name: 'Read' }], at: [100, 250] }] },
    {
      now: () => time,
      sleep: async ms => {
        time += ms
      },
    },
  )
  const times: number[] = []
  const stream = model.stream(modelRequest(), never())
  for (let step = await stream.next(); !step.done; step = await stream.next())
    if (step.value.type === 'block') times.push(time)
  expect(times).toEqual([100, 250])
})

test('a stall is silent for as long as the watchdog allows and then breaks the stream', async () => {
  const waits: number[] = []
  const model = createScriptedModel(
    { replies: [{ text: 'a', fault: 'stall' }] },
    { now: () => 0, sleep: async ms => void waits.push(ms), stallMs: 5000 },
  )
  const { error } = await readStream(model.stream(modelRequest(), never()))
  expect({ kind: error?.kind, waits }).toEqual({ kind: 'stream_broken', waits: [5000] })
})

test('tokens are counted', async () => {
  const model = createScriptedModel({ replies: [] })
  expect(await model.countTokens?.(modelRequest(), never())).toBeGreaterThan(10)
})
