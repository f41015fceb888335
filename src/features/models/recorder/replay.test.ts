import { expect, test } from 'vitest'
import { madeGithubToken } from '../../../../test/support/made-secrets.ts'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import { markerFor } from '../../../lib/secrets/marker.ts'
import type { ModelRequest } from '../../../protocol/model.ts'
import type { Scenario } from '../scripted/scenario.ts'
import { createScriptedModel } from '../scripted/scripted-model.ts'
import { parseCassette } from './cassette.ts'
import { recordModel } from './record.ts'
import { replayModel } from './replay.ts'

const ask = (text: string, more: Partial<ModelRequest> = {}) =>
  modelRequest({ messages: [{ role: 'user', content: [{ type: 'text', text }] }], ...more })

const record = async (replies: Scenario['replies'], requests: readonly ModelRequest[]) => {
  let time = 0
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
    },
  }
  const lines: string[] = []
  const model = recordModel(createScriptedModel({ replies }, clock), line => lines.push(line), {
    now: clock.now,
  })
  const results = []
  for (const request of requests) results.push(await readStream(model.stream(request, never())))
  return { text: `${lines.join('\n')}\n`, lines, results }
}

test('a recording gives back what was read, in any order of asking', async () => {
  const replies = [
    { text: 'a' },
    { text: 'b', fault: { kind: 'status', status: 529 } as const },
    { text: 'c' },
  ]
  const requests = [ask('1'), ask('2'), ask('3')]
  const { text, results } = await record(replies, requests)
  const model = replayModel(parseCassette(text, 'x'), { match: 'strict', speed: 'instant' })
  const order = [2, 0, 1]
  for (const at of order) {
    const again = await readStream(model.stream(requests[at] ?? ask(''), never()))
    expect({ ...again, error: again.error?.message }).toEqual({
      ...results[at],
      error: results[at]?.error?.message,
    })
    expect(again.error?.status).toBe(results[at]?.error?.status)
  }
  expect(model.left()).toBe(0)
})

test('messages shared with the line before are stored once', async () => {
  const first = ask('hello')
  const second = {
    ...first,
    messages: [
      ...first.messages,
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] } as const,
      ...ask('more').messages,
    ],
  }
  const { lines, text } = await record([{ text: 'a' }, { text: 'b' }], [first, second])
  expect(JSON.parse(lines[2] ?? '').request).toMatchObject({
    shared: 1,
    added: [{ role: 'assistant' }, { role: 'user' }],
  })
  expect(parseCassette(text, 'x').exchanges[1]?.request.messages).toHaveLength(3)
})

test.each<[string, ModelRequest, RegExp]>([
  ['another text', ask('2'), /messages\[0\] was user .*1.*, now user .*2/],
  ['another model', ask('1', { model: 'm2' }), /model was claude-sonnet-4-5, now m2/],
  ['system prompt changed', ask('1', { system: [{ text: 'z' }] }), /the system prompt differs/],
  ['fewer tools', ask('1', { tools: [] }), /tools differ: Read was recorded, now none/],
  [
    'a longer conversation',
    ask('1', {
      messages: [...ask('1').messages, { role: 'assistant', content: [{ type: 'text', text: 'x' }] }],
    }),
    /messages\[1\] is new: assistant/,
  ],
])('strict refuses %s and names the first difference', async (_, request, words) => {
  const { text } = await record([{ text: 'a' }], [ask('1')])
  const model = replayModel(parseCassette(text, 'x'), { match: 'strict', speed: 'instant' })
  const { error } = await readStream(model.stream(request, never()))
  expect(error).toMatchObject({ kind: 'invalid_request', message: expect.stringMatching(words) })
})

test('a recording that is used up says so', async () => {
  const { text } = await record([{ text: 'a' }], [ask('1')])
  const model = replayModel(parseCassette(text, 'x'), { match: 'nearest', speed: 'instant' })
  await readStream(model.stream(ask('1'), never()))
  const { error } = await readStream(model.stream(ask('1'), never()))
  expect(error?.message).toContain('all 1 are used')
})

test('nearest takes the most similar conversation', async () => {
  const { text } = await record(
    [{ text: 'a' }, { text: 'b' }],
    [ask('1'), ask('2', { system: [{ text: 'z' }] })],
  )
  const model = replayModel(parseCassette(text, 'x'), { match: 'nearest', speed: 'instant' })
  const { reply } = await readStream(model.stream(ask('3', { system: [{ text: 'z' }] }), never()))
  expect(reply?.content).toEqual([{ type: 'text', text: 'b' }])
})

test('recorded speed keeps the times', async () => {
  const { text } = await record([{ tools: [{ name: 'Read' }, { name: 'Read' }], at: [100, 300] }], [ask('1')])
  let time = 0
  const model = replayModel(parseCassette(text, 'x'), {
    match: 'strict',
    speed: 'recorded',
    now: () => time,
    sleep: async ms => {
      time += ms
    },
  })
  const times: number[] = []
  const stream = model.stream(ask('1'), never())
  for (let step = await stream.next(); !step.done; step = await stream.next())
    if (step.value.type === 'block') times.push(time)
  expect(times).toEqual([100, 300])
})

test('no secret reaches the file, and a request with it still finds its reply', async () => {
  const key = madeGithubToken()
  const { text } = await record([{ text: `the key is ${key}, keep it` }], [ask(`use ${key}`)])
  expect(text).not.toContain(key.slice(0, 12))
  const model = replayModel(parseCassette(text, 'x'), { match: 'strict', speed: 'instant' })
  const { reply } = await readStream(model.stream(ask(`use ${key}`), never()))
  expect(reply?.content).toEqual([
    { type: 'text', text: `the key is ${markerFor('github-token', key)}, keep it` },
  ])
})

test('a stream that was left early is recorded as aborted', async () => {
  const lines: string[] = []
  const model = recordModel(createScriptedModel({ replies: [{ text: 'a' }] }), line => lines.push(line))
  const stream = model.stream(ask('1'), never())
  await stream.next()
  await stream.return(undefined as never)
  expect(JSON.parse(lines[1] ?? '').outcome).toMatchObject({ error: { kind: 'aborted' } })
})
