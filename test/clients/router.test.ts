import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientPackage } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { eventually, type World } from '../support/run-program.ts'

const ROUTER = clientPackage('@musistudio/claude-code-router/dist/cli.js')

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** A public router in front of the scripted model, which it knows as one that speaks another protocol. */
const openRouter = async (world: World) => {
  const port = await freePort()
  const home = join(world.root, 'router')
  mkdirSync(join(home, '.claude-code-router'), { recursive: true })
  writeFileSync(
    join(home, '.claude-code-router/config.json'),
    JSON.stringify({
      LOG: false,
      HOST: '127.0.0.1',
      PORT: port,
      NON_INTERACTIVE_MODE: true,
      Providers: [
        {
          name: 'house',
          api_base_url: `${world.server.url}/v1/chat/completions`,
          api_key: 'sk-house',
          models: ['large', 'small'],
        },
      ],
      Router: { default: 'house,large', background: 'house,small' },
    }),
  )
  const child: ChildProcess = spawn(process.execPath, [ROUTER ?? '', 'start'], {
    env: { PATH: '/usr/bin:/bin', HOME: home },
    stdio: 'ignore',
  })
  const ended = new Promise(resolve => child.on('close', resolve))
  const url = `http://127.0.0.1:${port}`
  let isUp = false
  await eventually(() => {
    void fetch(`${url}/health`).then(
      ({ ok }) => (isUp = ok),
      () => undefined,
    )
    return isUp || child.exitCode !== null
  })
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test.runIf(ROUTER !== undefined)(
  'behind claude-code-router a turn with a tool is held with a model of another protocol',
  async () => {
    await using world = await openWorldHere({
      replies: [
        { tool: { name: 'Bash', input: { command: 'echo routed', description: 'Say' } } },
        { text: 'It said routed.', repeat: true },
      ],
    })
    await using router = await openRouter(world)
    const { lines, code, stderr } = await world.stream(['--allowedTools', 'Bash', '--', 'run it'], {
      env: { ANTHROPIC_BASE_URL: router.url, ANTHROPIC_API_KEY: undefined, ANTHROPIC_AUTH_TOKEN: 'any' },
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(lines.at(-1)).toMatchObject({ subtype: 'success', result: 'It said routed.', num_turns: 2 })
    const bodies = world.server.requests.map(({ path, body }) => [path, body?.['model']])
    expect(new Set(bodies.map(String))).toEqual(new Set(['/v1/chat/completions,large']))
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('routed')
  },
)
