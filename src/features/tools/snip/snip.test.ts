import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { Conversation } from '../../../protocol/tool.ts'
import { snipTool } from './snip.ts'

const conversation = (): Conversation & { readonly asked: unknown[] } => {
  const asked: unknown[] = []
  return {
    asked,
    shows: () => true,
    outline: () => [{ id: 'a1', tokens: 500, text: 'Read {}' }],
    snip(ranges, by) {
      asked.push({ ranges, by })
      const known = ranges.filter(({ from }) => from === 'a1')
      const refused = ranges.filter(({ from }) => from !== 'a1').map(({ from }) => from)
      return { items: known.length, tokens: 500, refused }
    },
  }
}
const callWith = (port: Conversation) => ({ ...makeToolCall(), conversation: port })

test('without ranges it lists what could be left out', async () => {
  const port = conversation()
  expect((await runTool(snipTool, {}, callWith(port))).text).toBe('a1  500 tokens  Read {}')
  expect(port.asked).toEqual([])
})

test('with ranges it asks for them in the name of the model and says what was refused', async () => {
  const port = conversation()
  const ranges = [{ from: 'a1', to: 'a1' }, { from: 'zz' }]
  expect((await runTool(snipTool, { ranges }, callWith(port))).text).toBe(
    'From the next request on 1 reply is left out, about 500 tokens. Not left out: zz.',
  )
  expect(port.asked).toEqual([{ ranges, by: 'model' }])
})

test('ids nobody knows are an error that says where to find them', async () => {
  await expect(runTool(snipTool, { ranges: [{ from: 'zz' }] }, callWith(conversation()))).rejects.toThrow(
    'Nothing was left out: zz cannot be. Call Snip without ranges',
  )
})

test('without a conversation there is nothing to shorten', async () => {
  await expect(runTool(snipTool, {}, makeToolCall())).rejects.toThrow('Nothing can be left out')
})

test('it touches nothing that needs permission', () => {
  expect(snipTool.access({}, '/')).toEqual([])
})
