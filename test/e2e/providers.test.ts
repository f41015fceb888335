import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, ofType, type World } from '../support/run-program.ts'

const request = (request_id: string, request: object) => ({ type: 'control_request', request_id, request })

/** One server, asked in every dialect it speaks. */
const writeProviders = (world: World): void => {
  const row = (protocol: string, path: string) => ({
    protocol,
    baseUrl: `${world.server.url}${path}`,
    apiKeyEnv: 'HOUSE_KEY',
    models: [{ id: 'm', window: 200_000, maxOutput: 8192, price: { input: 1, output: 2 } }],
  })
  const providers = {
    chat: row('openai-chat', '/v1'),
    responses: row('openai-responses', '/v1'),
    google: row('gemini', ''),
    mirror: row('anthropic', ''),
  }
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ providers }))
}

const MODELS = ['claude-sonnet-4-5', 'chat/m', 'responses/m', 'google/m', 'mirror/m'] as const
const TURNS = 30

test('a session of thirty turns through all protocols, with a compaction and a resume, is valid at every request', async () => {
  const called = { thinking: 'Let me look.', text: 'Looking.', tools: [ls('a'), ls('b')] }
  const half = Array.from({ length: TURNS / 2 }, () => [called, { text: 'Seen.' }]).flat()
  await using world = await openWorldHere({ replies: [...half, { text: 'A summary.' }, ...half] })
  writeProviders(world)
  const env = { HOUSE_KEY: 'k' }
  const args = ['--allowedTools', 'Bash', '--thinking', 'adaptive']
  const said: Line[] = []
  for (const part of [0, 1]) {
    const host = hostSession(world, [...args, ...(part === 0 ? [] : ['--continue'])], env)
    for (let turn = 0; turn < TURNS / 2; turn++) {
      const model = MODELS[(part + turn) % MODELS.length]
      host.program.say(request(`m${turn}`, { subtype: 'set_model', model }))
      await host.answer(`m${turn}`)
      host.ask(`turn ${turn}`)
      await host.result(turn + 1)
    }
    if (part === 0) {
      host.ask('/compact')
      await host.result(TURNS / 2 + 1)
    }
    said.push(...(await host.finish()).lines)
  }
  expect(world.server.violations).toEqual([])
  const results = said.filter(ofType('result'))
  expect(results.map(({ subtype }) => subtype)).toEqual(Array.from({ length: TURNS + 1 }, () => 'success'))
  expect(new Set(world.server.requests.map(({ path }) => path))).toEqual(
    new Set([
      '/v1/messages',
      '/v1/chat/completions',
      '/v1/responses',
      '/v1beta/models/m:streamGenerateContent',
    ]),
  )
}, 60_000)

test('a provider without its key is told in one sentence, and the session goes on with another', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'one' }, { text: 'two' }] })
  writeProviders(world)
  const host = hostSession(world)
  host.ask('first')
  await host.result(1)
  await host.control('m', { subtype: 'set_model', model: 'chat/m' })
  host.ask('second')
  const failed = await host.result(2)
  expect(failed).toMatchObject({ is_error: true })
  expect(String(failed['result'])).toContain(
    'There is no API key for chat. Set HOUSE_KEY in the environment, or use /login chat.',
  )
  await host.control('back', { subtype: 'set_model', model: 'claude-sonnet-4-5' })
  host.ask('third')
  expect(await host.result(3)).toMatchObject({ result: 'two' })
  expect((await host.finish()).code).toBe(0)
})

test('no key of a provider is in the environment of commands, whether it is used or not', async () => {
  const command = 'echo "[$HOUSE_KEY] [$GROQ_API_KEY]"'
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'Bash', input: { command, description: 'Look' } } }, { text: 'done' }],
  })
  writeProviders(world)
  const env = { HOUSE_KEY: 'house-secret', GROQ_API_KEY: 'mine' }
  const { lines } = await world.stream(['--model', 'chat/m', '--allowedTools', 'Bash', '--', 'go'], { env })
  expect(JSON.stringify(lines)).toContain('[] []')
})

const ls = (name: string) => ({ name: 'Bash', input: { command: `echo ${name}`, description: 'Say it' } })

test.each([
  [
    'no key for the provider named',
    ['--model', 'openai/gpt-6.1-sol'],
    {},
    'There is no API key for OpenAI. Set OPENAI_API_KEY in the environment, or use /login openai.',
  ],
  [
    'no model for a provider without a usual one',
    [],
    { provider: 'ollama' },
    'No model is set for Ollama. Choose one with --model ollama/<model> or the setting "model".',
  ],
  [
    'a budget for a model without a known price',
    ['--model', 'openai/gpt-5.6-luna', '--max-budget-usd', '1'],
    {},
    "The price of openai/gpt-5.6-luna is unknown, so --max-budget-usd can't be enforced.",
  ],
])('one sentence tells of %s, and nothing is asked', async (_name, args, settings, said) => {
  await using world = await openWorldHere({ replies: [] })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
  const run = await world.run(['-p', 'hello', ...args])
  expect(run.code).not.toBe(0)
  expect(run.stdout + run.stderr).toContain(said)
  expect(world.server.requests).toEqual([])
})

test('models are listed as JSON, one provider or all, and a mistyped one is told', async () => {
  await using world = await openWorldHere({ replies: [] })
  const { code, stdout } = await world.run(['models', '--provider', 'xai', '--json'])
  const [first] = stdout.split('\n').map(line => JSON.parse(line || '{}') as object)
  expect([code, first]).toMatchObject([0, { model: 'xai/grok-4.7', credential: null, window: 500_000 }])
  const wrong = await world.run(['models', '--provider', 'opnai'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean "openai"?')])
})
