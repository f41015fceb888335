import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { ToPerson } from '../../../protocol/person.ts'
import { briefTool } from './brief.ts'

test('a message reaches the person at once', async () => {
  const told: ToPerson[] = []
  const person = { tell: (what: ToPerson) => void told.push(what), watching: true, setting: () => undefined }
  const { text } = await runTool(briefTool, { message: 'Found it' }, { ...makeToolCall(), person })
  expect([told, text]).toEqual([
    [{ kind: 'message', text: 'Found it', toolUseId: 'toolu_test' }],
    'The person has been shown the message.',
  ])
  await expect(runTool(briefTool, { message: 'x' }, makeToolCall())).rejects.toThrow('say it in your answer')
})
