import { expect, test } from 'vitest'
import type { SdkMessage } from '../../protocol/control/sdk-message.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { createPrinter } from './printer.ts'

const result = (turn: number): SdkMessage =>
  ({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: `answer ${turn}`,
    duration_ms: 10,
    duration_api_ms: 5,
    num_turns: turn,
    usage: { ...NO_USAGE, input_tokens: 100 * turn },
    total_cost_usd: turn,
    permission_denials: [{ tool_name: 'Write', tool_use_id: `t${turn}`, tool_input: {} }],
  }) as unknown as SdkMessage

const print = async (outputFormat: 'json' | 'stream-json'): Promise<readonly unknown[]> => {
  const lines: unknown[] = []
  const writer = { line: async (value: unknown) => void lines.push(value), text: async () => undefined }
  const printer = createPrinter({ outputFormat, verbose: false }, writer as never, {
    io: { stdin: [] as never, write: () => undefined, writeError: () => undefined },
    localize: async () => inEnglish,
  })
  for (const turn of [1, 2, 3]) await printer.message(result(turn))
  await printer.end()
  return lines
}

test('the one result of a run counts all its turns, and has the last answer and the whole cost', async () => {
  expect(await print('json')).toMatchObject([
    {
      result: 'answer 3',
      duration_ms: 30,
      duration_api_ms: 15,
      num_turns: 6,
      usage: { input_tokens: 600 },
      total_cost_usd: 3,
      permission_denials: [{ tool_use_id: 't1' }, { tool_use_id: 't2' }, { tool_use_id: 't3' }],
    },
  ])
})

test('a stream has a result for each turn, with what that turn took', async () => {
  expect(await print('stream-json')).toMatchObject([{ num_turns: 1 }, { num_turns: 2 }, { num_turns: 3 }])
})
