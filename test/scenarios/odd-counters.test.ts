import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CostState } from '../../src/protocol/usage.ts'
import { createCompactionWorld, linesOf, noticesOf, resumeWorld } from '../support/compaction-world.ts'

const ODD: readonly (readonly [string, object])[] = [
  ['without cache counters', { input_tokens: 5, output_tokens: 5 }],
  ['without any', {}],
  ['with words', { input_tokens: '5', output_tokens: 5, cache_read_input_tokens: 'many' }],
  ['with null', { input_tokens: 5, output_tokens: 5, cache_read_input_tokens: null }],
  ['below zero', { input_tokens: -5e9, output_tokens: -5, cache_read_input_tokens: -1 }],
]

test.each(ODD)(
  'a session whose usage is %s goes on as it is, and costs no less than before',
  async (_, usage) => {
    await using world = await createCompactionWorld({ window: 200_000, replies: [{ text: 'one' }] })
    await world.ask('first')
    await world.engine[Symbol.asyncDispose]()
    const lines = readFileSync(world.sessionPath, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
      .filter(line => line.type !== 'cost-state')
    for (const { message } of lines) if (message?.usage) message.usage = usage
    writeFileSync(world.sessionPath, `${lines.map(line => JSON.stringify(line)).join('\n')}\n`)
    await using again = await resumeWorld(world, { window: 200_000, replies: [{ text: 'two' }] })
    await again.ask('second')
    expect(again.model.requests.map(({ source }) => source)).toEqual(['main'])
    expect(JSON.stringify([again.events, noticesOf(again)])).not.toMatch(/NaN|Infinity/)
    await again.engine[Symbol.asyncDispose]()
    const total = linesOf(again.sessionPath).findLast(line => line.type === 'cost-state')?.[
      'cost'
    ] as CostState
    expect(total.totalCostUSD).toBeGreaterThanOrEqual(0)
  },
)
