import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AcpAdapter } from '../../support/acp-adapter.ts'
import { testPackage } from '../../support/needs-program.ts'
import { openWorld, REPOSITORY } from '../../support/run-program.ts'

const ADAPTERS = ['@zed-industries/claude-code-acp', '@agentclientprotocol/claude-agent-acp'].map(
  name => [name, testPackage(`${name}/dist/index.js`)] as const,
)

const saying = (text: string) => [{ type: 'text', text }]
const textOf = (update: Readonly<Record<string, unknown>>): unknown =>
  (update['content'] as { readonly text?: string } | undefined)?.text

test.skipIf(ADAPTERS.some(([, file]) => file === undefined)).each(ADAPTERS)(
  '%s holds a session with a question, another mode, a cancel, and takes it up again',
  async (_, file) => {
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'make a file' }, tool: { name: 'Bash', input: { command: 'touch made' } } },
        {
          when: { lastUserText: 'a long story' },
          text: 'once upon a time',
          fault: { kind: 'stall', afterEvents: 3 },
        },
        { text: 'as you wish', repeat: true },
      ],
    })
    const env = {
      ...world.env,
      CLAUDE_CODE_EXECUTABLE: join(REPOSITORY, 'bin/capstan'),
      CLAUDE_CONFIG_DIR: world.config,
    }
    const open = async (): Promise<AcpAdapter> => {
      const adapter = new AcpAdapter(file ?? '', { cwd: world.project, env })
      const { agentCapabilities } = await adapter.request('initialize', {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      })
      expect(agentCapabilities).toMatchObject({ loadSession: true })
      return adapter
    }
    await using adapter = await open()
    adapter.answers['session/request_permission'] = params => {
      const options = params['options'] as { readonly optionId: string; readonly kind: string }[]
      const yes = options.find(({ kind }) => kind === 'allow_once')
      return { outcome: { outcome: 'selected', optionId: yes?.optionId } }
    }
    const opened = await adapter.request('session/new', { cwd: world.project, mcpServers: [] })
    const sessionId = String(opened['sessionId'])
    expect(JSON.stringify(opened)).toContain('acceptEdits')

    const asked = await adapter.request('session/prompt', { sessionId, prompt: saying('make a file') })
    expect(asked).toMatchObject({ stopReason: 'end_turn' })
    expect(existsSync(join(world.project, 'made'))).toBe(true)
    expect(await adapter.update(update => textOf(update) === 'as you wish')).toBeDefined()

    await adapter.request('session/set_mode', { sessionId, modeId: 'acceptEdits' })
    const value = 'claude-opus-4-5'
    // The older of the two has a method of its own for it.
    const [method, choice] = opened['configOptions']
      ? ['session/set_config_option', { configId: 'model', value }]
      : ['session/set_model', { modelId: value }]
    await adapter.request(method, { sessionId, ...choice })
    await adapter.request('session/prompt', { sessionId, prompt: saying('who are you') })
    // Others are asked by the way: for a title, for what the person may say next.
    const models = world.server.requests.map(({ body }) => String(body?.['model']))
    expect(models.filter(model => model.includes(value))).toHaveLength(1)

    const story = adapter.request('session/prompt', { sessionId, prompt: saying('a long story') })
    await adapter.update(update => String(textOf(update)).includes('once'))
    adapter.notify('session/cancel', { sessionId })
    expect(await story).toMatchObject({ stopReason: 'cancelled' })
    await adapter[Symbol.asyncDispose]()

    await using again = await open()
    await again.request('session/load', { sessionId, cwd: world.project, mcpServers: [] })
    expect(await again.update(update => textOf(update) === 'make a file')).toBeDefined()
    await again.request('session/prompt', { sessionId, prompt: saying('and now') })
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('make a file')
  },
  120_000,
)
