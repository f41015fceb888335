import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { ctxInspectTool } from './ctx-inspect.ts'

const inspect = async (tokens: number, compactAt?: number) => {
  const usage = async () => ({
    model: 'm',
    window: 1_000,
    tokens,
    ...(compactAt === undefined ? {} : { compactAt }),
    items: [
      { kind: 'system', name: '', tokens: 10, count: 1 },
      { kind: 'tool_result', name: 'Read', tokens: 90, count: 3 },
    ] as const,
  })
  return (await runTool(ctxInspectTool, {}, { ...makeToolCall(), usage })).text
}

test('how full the context is, of what, and what is left', async () => {
  expect(await inspect(100, 800)).toBe(
    'About 100 of 1000 tokens. Compaction begins at 800: room for 700 more.\n90  tool_result Read ×3\n10  system',
  )
  expect(await inspect(900, 800)).toContain('The next request is compacted first.')
  expect(await inspect(100)).toContain('There is no automatic compaction.')
})
