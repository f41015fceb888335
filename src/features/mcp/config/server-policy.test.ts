import { expect, test } from 'vitest'
import type { ServerConfig } from '../../../protocol/extensions/server.ts'
import { refusedBy } from './server-policy.ts'

const local: ServerConfig = { type: 'stdio', command: 'npx', args: ['x'], env: {} }
const remote: ServerConfig = { type: 'http', url: 'https://mcp.example.com/a', headers: {} }

test.each([
  [{}, 'a', local, undefined],
  [{ denied: [{ serverName: 'a' }] }, 'a', local, 'denied'],
  [{ denied: [{ serverCommand: ['npx', 'x'] }] }, 'a', local, 'denied'],
  [{ denied: [{ serverCommand: ['npx'] }] }, 'a', local, undefined],
  [{ denied: [{ serverUrl: 'https://*.example.com/*' }] }, 'a', remote, 'denied'],
  [{ denied: [{ serverUrl: 'https://example.com/*' }] }, 'a', remote, undefined],
  // The second of two plugins of one name is meant as well; only what denies is read so.
  [{ denied: [{ serverName: 'plugin:fmt:db' }] }, 'plugin:fmt@acme:db', local, 'denied'],
  [{ denied: [{ serverName: 'plugin:fmt@acme:db' }] }, 'plugin:fmt:db', local, undefined],
  [{ allowed: [{ serverName: 'plugin:fmt:db' }] }, 'plugin:fmt@acme:db', local, 'allowed'],
  [{ allowed: [] }, 'a', local, 'allowed'],
  [{ allowed: [{ serverName: 'a' }] }, 'a', local, undefined],
  [{ allowed: [{ serverName: 'b' }] }, 'a', local, 'allowed'],
  // Who lists commands means every command, whatever it is called.
  [{ allowed: [{ serverName: 'a' }, { serverCommand: ['other'] }] }, 'a', local, 'allowed'],
  [{ allowed: [{ serverUrl: 'https://mcp.example.com/*' }] }, 'a', remote, undefined],
  [{ allowed: [{ serverName: 'a' }], denied: [{ serverName: 'a' }] }, 'a', local, 'denied'],
])('the policy %j refuses %s: %#', (policy, name, config, by) => {
  const why = refusedBy(policy, { name, config })
  expect(why === undefined ? undefined : /(denied|allowed)Mcp/.exec(why.text)?.[1]).toBe(by)
})

test('a list that allows means a server of a plugin by its whole name, one that denies by either', () => {
  const server = { name: 'plugin:kit:jira', alias: 'jira', config: local }
  const by = (serverName: string) => [{ serverName }]
  expect(refusedBy({ allowed: by('jira') }, server)?.text).toContain('allowedMcpServers')
  expect(refusedBy({ allowed: by('plugin:kit:jira') }, server)).toBeUndefined()
  expect(refusedBy({ denied: by('jira') }, server)?.text).toContain('deniedMcpServers')
  expect(refusedBy({ denied: by('plugin:kit:jira') }, server)?.text).toContain('deniedMcpServers')
})
