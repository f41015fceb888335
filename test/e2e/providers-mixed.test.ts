import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Ended, World } from '../support/run-program.ts'

/** One server that is four providers, each with a dialect and a price of its own. */
const writeSettings = (world: World, more: object = {}): void => {
  const row = (protocol: string, path: string, price: number) => ({
    protocol,
    baseUrl: `${world.server.url}${path}`,
    models: [{ id: protocol, window: 200_000, maxOutput: 8192, price: { input: price, output: price } }],
  })
  const providers = {
    chat: row('openai-chat', '/v1', 100),
    responses: row('openai-responses', '/v1', 200),
    google: row('gemini', '', 400),
    mirror: row('anthropic', '', 800),
  }
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ providers, ...more }))
}

const pathsOf = (world: World): readonly string[] => [
  ...new Set(world.server.requests.map(({ path }) => path)),
]
const resultOf = ({ lines }: Pick<Ended, 'lines'>) => lines.at(-1)
const usage = { input_tokens: 5_000, output_tokens: 5_000 }
const overloaded: ScriptedReply = { fault: { kind: 'status', status: 529, retryAfter: 0 } }

test('a fallback chain goes from one provider to the next, and each costs what its own row says', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        when: { model: 'openai-chat' },
        thinking: 'hm',
        tool: { name: 'Bash', input: { command: 'echo 1', description: 'Say it' } },
        usage,
      },
      { when: { model: 'openai-chat' }, ...overloaded, repeat: true },
      { when: { model: 'openai-responses' }, ...overloaded, repeat: true },
      { when: { model: 'gemini' }, text: 'I stand in.', usage },
    ],
  })
  writeSettings(world)
  const chain = ['--fallback-model', 'responses/openai-responses,google/gemini']
  const args = ['--model', 'chat/openai-chat', ...chain, '--allowedTools', 'Bash', '--', 'go']
  const ended = await world.stream(args)
  expect(world.server.violations).toEqual([])
  expect(pathsOf(world)).toEqual([
    '/v1/chat/completions',
    '/v1/responses',
    '/v1beta/models/gemini:streamGenerateContent',
  ])
  expect(resultOf(ended)).toMatchObject({
    result: 'I stand in.',
    total_cost_usd: 5,
    modelUsage: { 'chat/openai-chat': { costUSD: 1 }, 'google/gemini': { costUSD: 4 } },
  })
})

test('an agent, a small question and a compaction are answered by other providers than the conversation', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        when: { model: 'anthropic' },
        tool: {
          name: 'Agent',
          input: { subagent_type: 'helper', description: 'Help', prompt: 'Find it.' },
        },
        usage,
      },
      { when: { model: 'gemini' }, text: '{"ok":true}', usage },
      { when: { model: 'openai-responses' }, text: 'It is in a.txt.', usage },
      { when: { model: 'openai-chat' }, text: '<summary>All of it.</summary>', usage },
      { when: { model: 'anthropic' }, text: 'Done.', usage, repeat: true },
    ],
  })
  writeSettings(world, {
    smallFastModel: 'google/gemini',
    compaction: { model: 'chat/openai-chat', notes: false },
    hooks: { PreToolUse: [{ matcher: 'Agent', hooks: [{ type: 'prompt', prompt: 'Is that fine?' }] }] },
  })
  mkdirSync(join(world.config, 'agents'), { recursive: true })
  writeFileSync(
    join(world.config, 'agents/helper.md'),
    '---\nname: helper\ndescription: Helps\nmodel: responses/openai-responses\n---\nHelp.\n',
  )
  const host = hostSession(world, ['--model', 'mirror/anthropic'])
  host.ask('delegate')
  await host.result(1)
  host.ask('A long story. '.repeat(2000))
  await host.result(2)
  host.ask('/compact')
  const compacted = await host.result(3)
  host.ask('and now')
  const last = await host.result(4)
  await host.finish()
  expect(world.server.violations).toEqual([])
  expect(String(compacted['result'])).toContain('a summary by the model')
  expect(world.server.requests.map(({ path }) => path)).toEqual([
    '/v1/messages',
    '/v1beta/models/gemini:streamGenerateContent',
    '/v1/responses',
    '/v1/messages',
    '/v1/messages',
    '/v1/chat/completions',
    '/v1/messages',
  ])
  expect(last).toMatchObject({
    result: 'Done.',
    modelUsage: {
      'google/gemini': { costUSD: 4 },
      'responses/openai-responses': { costUSD: 2 },
      'chat/openai-chat': { costUSD: 1 },
    },
  })
})
