import { expect, test } from 'vitest'
import { initMessage } from './init-message.ts'

const TURN = {
  sessionId: 's',
  cwd: '/p',
  model: 'm',
  mode: 'default',
  tools: ['Read'],
  credential: 'none',
} as unknown as Parameters<typeof initMessage>[0]
const FACTS = { uuid: 'u', version: '1', betas: [] }

test('the first line names plugins, servers and settings that cannot be used, and is silent where all can', () => {
  const whole = initMessage(TURN, FACTS)
  for (const key of ['plugin_errors', 'mcp_server_errors', 'settings_without_effect'])
    expect(whole).not.toHaveProperty(key)
  expect(
    initMessage(
      {
        ...TURN,
        servers: [
          { name: 'up', state: 'connected' },
          { name: 'down', state: 'failed', error: 'refused' },
        ],
        pluginProblems: [{ plugin: 'kit', message: 'no manifest' }],
        withoutEffect: [{ file: '/s.json', keys: ['voice'] }],
      } as Parameters<typeof initMessage>[0],
      FACTS,
    ),
  ).toMatchObject({
    mcp_servers: [{ name: 'up' }, { name: 'down', status: 'failed' }],
    plugin_errors: [{ plugin: 'kit', type: 'load', message: 'no manifest' }],
    mcp_server_errors: [{ name: 'down', type: 'connection', message: 'refused' }],
    settings_without_effect: [{ file: '/s.json', keys: ['voice'] }],
  })
})
