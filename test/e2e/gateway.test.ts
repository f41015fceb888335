import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOUSE_AUTHORITY } from '../support/house-certificates.ts'
import { openGateway } from '../support/house-gateway.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

/** Everything a company's gateway needs stands in the user settings; only the key is in the environment. */
const writeSettings = (world: World, url: string): void => {
  const ca = join(world.root, 'house-ca.pem')
  writeFileSync(ca, HOUSE_AUTHORITY)
  mkdirSync(world.config, { recursive: true })
  const gate = {
    protocol: 'openai-chat',
    baseUrl: `${url}/v1`,
    headers: { 'x-litellm-api-key': 'Bearer ${GATE_KEY}' },
  }
  const settings = { env: { NODE_EXTRA_CA_CERTS: ca }, providers: { gate }, provider: 'gate' }
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
}

const tell = { name: 'Bash', input: { command: 'echo "[$GATE_KEY]"', description: 'Look' } }

test('a gateway with its own CA and its key in a header is set up by settings alone', async () => {
  await using world = await openWorldHere({ replies: [{ tool: tell }, { text: 'Hello from behind.' }] })
  await using gateway = await openGateway(world.server.url, 'gate-secret')
  writeSettings(world, gateway.url)
  const env = { GATE_KEY: 'gate-secret' }
  const listed = await world.run(['models', '--provider', 'gate'], { env })
  expect(listed.stdout).toMatch(/^✓ gate {2}running\n {2}gate\/large +200K\? +price unknown$/m)
  const run = await world.stream(['--model', 'gate/large', '--allowedTools', 'Bash', '--', 'hi'], { env })
  expect(run.lines.at(-1)).toMatchObject({ subtype: 'success', result: 'Hello from behind.' })
  // What a header is made of is nothing for commands.
  expect(JSON.stringify(run.lines)).toContain('"[]')
  expect(gateway.asked).toEqual(['GET /v1/models', 'POST /v1/chat/completions', 'POST /v1/chat/completions'])
  expect(world.server.violations).toEqual([])
})

test.each([
  [
    'a wrong key',
    { GATE_KEY: 'wrong' },
    'large',
    /did not accept the credentials \(status 401: Authentication Error/,
  ],
  [
    'no key',
    {},
    'large',
    /The header x-litellm-api-key of the provider gate needs GATE_KEY\. Set it in the env/,
  ],
  [
    'a budget that is spent',
    { GATE_KEY: 'k' },
    'poor',
    /cannot pay for this request \(status 400: Budget has been/,
  ],
  [
    'a model it does not have',
    { GATE_KEY: 'k' },
    'missing',
    /The model was not found \(status 400: .*Invalid model name/,
  ],
])('a gateway is told in one sentence of %s', async (_name, env, model, words) => {
  await using world = await openWorldHere({ replies: [] })
  await using gateway = await openGateway(world.server.url, 'k')
  writeSettings(world, gateway.url)
  const run = await world.run(['-p', 'hi', '--model', `gate/${model}`], { env })
  expect(run.code).not.toBe(0)
  expect(`${run.stdout}${run.stderr}`).toMatch(words)
})
