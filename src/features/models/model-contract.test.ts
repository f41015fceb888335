import { expect, test } from 'vitest'
import {
  type ContractReply,
  describeModel,
  modelRequest,
  never,
  readStream,
} from '../../../test/support/model-contract.ts'
import type { ModelReply } from '../../protocol/model.ts'
import { createAnthropicModel } from './protocols/anthropic.ts'
import { parseCassette } from './recorder/cassette.ts'
import { recordModel } from './recorder/record.ts'
import { replayModel } from './recorder/replay.ts'
import type { Scenario } from './scripted/scenario.ts'
import { createScriptedModel } from './scripted/scripted-model.ts'
import { serveScenario } from './scripted/server.ts'

const scenarioOf = (replies: readonly ContractReply[]): Scenario => ({ replies }) as unknown as Scenario

describeModel('the in-process scripted model', async replies => ({
  model: createScriptedModel(scenarioOf(replies)),
  close: async () => undefined,
}))

describeModel('the Anthropic protocol over the loopback server', async replies => {
  const server = await serveScenario(scenarioOf(replies))
  return {
    model: createAnthropicModel({ baseUrl: server.url, userAgent: 'test' }),
    close: () => server.close(),
  }
})

describeModel('a replayed recording', async replies => {
  const lines: string[] = []
  // At no time of its own: the recording keeps only the order, as the contract asks for no more.
  const source = createScriptedModel(scenarioOf(replies), { sleep: async () => undefined })
  const recorder = recordModel(source, line => lines.push(line))
  for (const _ of replies) await readStream(recorder.stream(modelRequest(), never()))
  const cassette = parseCassette(`${lines.join('\n')}\n`, 'memory')
  return { model: replayModel(cassette, { match: 'strict', speed: 'instant' }), close: async () => undefined }
})

test('server and in-process model give the same deltas and the same reply for the same scenario', async () => {
  const scenario = scenarioOf([
    {
      thinking: 'hm',
      text: 'a text of some length, cut into pieces',
      tools: [{ name: 'Read', input: { a: 1 } }],
    },
    { when: { toolResult: { tool: 'Read', contains: 'content' } }, text: 'done' },
  ])
  const first = modelRequest()
  const play = async (
    model: ReturnType<typeof createScriptedModel> | ReturnType<typeof createAnthropicModel>,
  ) => {
    const one = await readStream(model.stream(first, never()))
    const content = one.reply?.content ?? []
    const id = content.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))[0] ?? ''
    const answer = { type: 'tool_result', tool_use_id: id, content: 'the content' } as const
    const messages = [
      ...first.messages,
      { role: 'assistant', content } as const,
      { role: 'user', content: [answer] } as const,
    ]
    const two = await readStream(model.stream({ ...first, messages }, never()))
    return [one, two].map(each => ({ ...each, reply: withoutTime(each.reply) }))
  }
  const server = await serveScenario(scenario)
  const overWire = await play(createAnthropicModel({ baseUrl: server.url, userAgent: 'test' }))
  await server.close()
  expect(server.violations).toEqual([])
  expect(overWire).toEqual(await play(createScriptedModel(scenario)))
})

const withoutTime = (reply: ModelReply | undefined) => reply && { ...reply, durationMs: 0 }
