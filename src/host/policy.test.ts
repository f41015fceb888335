import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPolicyWorld } from '../../test/support/policy-world.ts'
import type { Overrides } from '../protocol/host.ts'

const settings = { name: 'HostError', kind: 'settings' }

test.each([
  ['a policy nobody knows', { forbidEverything: true }, /does not know the policy forbidEverything/],
  ['a deny list that is none', { permissions: { deny: 5 } }, /permissions\.deny/],
  ['text that is no JSON', '{', /is not valid JSON/],
  ['an empty file', '', /is empty/],
  ['a list', [], /expected an object/],
  ['a newer version than is allowed', { requiredMaximumVersion: '0.9.0' }, /allows Capstan up to 0\.9\.0/],
  ['an older version than is allowed', { requiredMinimumVersion: '2.0.0' }, /2\.0\.0/],
  [
    'a pattern that is none in a list of what is blocked',
    { blockedMarketplaces: [{ source: 'hostPattern', hostPattern: '(' }] },
    /blockedMarketplaces\.0: hostPattern is expected to be a regular expression/,
  ],
  [
    'a marketplace of a kind nobody knows, blocked',
    { blockedMarketplaces: [{ source: 'gitub', repo: 'a/b' }] },
    /blockedMarketplaces\.0: "source" is expected/,
  ],
  ['a helper that is not there', { policyHelper: { path: '/nowhere/helper' } }, /helper \/nowhere\/helper/],
])('%s: no session is opened', async (_, policy, message) => {
  await using world = openPolicyWorld()
  world.policy(policy)
  await expect(world.open()).rejects.toMatchObject({ ...settings, message: expect.stringMatching(message) })
})

test('versions in the policy of another program stop nothing, and that is said', async () => {
  await using world = openPolicyWorld()
  world.put('etc/claude-code/managed-settings.json', {
    requiredMinimumVersion: '2.0.0',
    requiredMaximumVersion: '0.1.0',
  })
  await world.open()
  expect(world.said.join('\n')).toMatch(/versions of another program/)
})

test('files of the drop-in directory count: none loosens another, and one that is damaged stops the start', async () => {
  await using world = openPolicyWorld()
  world.put('etc/capstan/managed-settings.d/10-a.json', { requiredMaximumVersion: '0.9.0' })
  await expect(world.open()).rejects.toMatchObject(settings)
  await using again = openPolicyWorld()
  again.put('etc/capstan/managed-settings.d/10-a.json', { requiredMaximumVersion: '0.9.0' })
  again.put('etc/capstan/managed-settings.d/20-b.json', { requiredMaximumVersion: '9.0.0' })
  await expect(again.open()).rejects.toMatchObject(settings)
  await using damaged = openPolicyWorld()
  damaged.put('etc/capstan/managed-settings.d/30-c.json', '{')
  await expect(damaged.open()).rejects.toMatchObject(settings)
})

test.each([
  ['etc/claude-code', 'etc/capstan'],
  ['etc/capstan', 'etc/claude-code'],
])('what %s forbids is not loosened by %s', async (strict, loose) => {
  await using world = openPolicyWorld()
  world.put(`${strict}/managed-settings.json`, { disableSideloadFlags: true, channelsEnabled: false })
  world.put(`${loose}/managed-settings.json`, { disableSideloadFlags: false, channelsEnabled: true })
  await expect(world.open({ pluginDir: ['/p'] })).rejects.toMatchObject(settings)
})

test.each<[string, Overrides]>([
  ['--plugin-dir', { pluginDir: ['/p'] }],
  ['--plugin-dir', { pluginDirNoMcp: ['/p'] }],
  ['--plugin-url', { pluginUrl: ['https://p.example/p.zip'] }],
  ['--agents', { agents: '{"a":{"description":"d","prompt":"p"}}' }],
  ['--mcp-config', { mcpConfig: ['{"mcpServers":{"x":{"command":"x"}}}'] }],
  ['--mcp-config', { mcpConfig: ['{"x":{"command":"x"}}'] }],
  ['--mcp-config', { mcpConfig: ['/some/file.json'] }],
])('disableSideloadFlags refuses %s', async (flag, overrides) => {
  await using world = openPolicyWorld()
  world.policy({ disableSideloadFlags: true })
  await expect(world.open(overrides)).rejects.toMatchObject({
    ...settings,
    message: expect.stringContaining(flag),
  })
})

test('disableSideloadFlags leaves servers that live in the program that drives a session', async () => {
  await using world = openPolicyWorld()
  world.policy({ disableSideloadFlags: true })
  await world.open({ mcpConfig: ['{"mcpServers":{"own":{"type":"sdk","name":"own"}}}'] })
})

const customize = (world: ReturnType<typeof openPolicyWorld>): void => {
  for (const place of ['.capstan', 'project/.capstan']) {
    const name = place === '.capstan' ? 'of-user' : 'of-project'
    world.put(`${place}/skills/${name}-skill/SKILL.md`, `---\nname: ${name}-skill\ndescription: d\n---\nx`)
    world.put(`${place}/agents/${name}-agent.md`, `---\nname: ${name}-agent\ndescription: d\n---\nx`)
    const touch = { type: 'command', command: `touch ${join(world.path, `${name}-hook-ran`)}` }
    world.put(`${place}/settings.json`, {
      hooks: { SessionStart: [{ hooks: [touch] }] },
      mcpServers: { [`${name}-server`]: { command: '/bin/false' } },
    })
  }
}

const foundIn = async (engine: Awaited<ReturnType<ReturnType<typeof openPolicyWorld>['open']>>) => {
  const commands = await engine.query('commands')
  const agents = await engine.query('agents')
  const servers = await engine.query('servers')
  return JSON.stringify({ commands, agents, servers })
}

test.each(['skills', 'agents', 'mcp'] as const)(
  'strictPluginOnlyCustomization keeps %s of people and projects out, and nothing else',
  async part => {
    await using world = openPolicyWorld()
    customize(world)
    const all = await foundIn(await world.open())
    const names = { skills: 'skill', agents: 'agent', mcp: 'server' } as const
    for (const name of Object.values(names)) {
      expect(all).toContain(`of-user-${name}`)
      expect(all).toContain(`of-project-${name}`)
    }
    await using strict = openPolicyWorld()
    customize(strict)
    strict.policy({ strictPluginOnlyCustomization: [part] })
    const left = await foundIn(await strict.open())
    for (const [each, name] of Object.entries(names))
      for (const level of ['user', 'project'])
        if (each === part) expect(left).not.toContain(`"of-${level}-${name}"`)
        else expect(left).toContain(`of-${level}-${name}`)
  },
)

test.each([[['hooks'], false] as const, [['skills'], true] as const])(
  'with %j from plugins only, hooks of people and projects run: %s',
  async (parts, run) => {
    await using world = openPolicyWorld()
    customize(world)
    world.policy({ strictPluginOnlyCustomization: parts })
    const engine = await world.open()
    await engine.send({ type: 'submit', content: 'hello' })
    await engine.idle()
    expect(['of-user', 'of-project'].map(name => existsSync(join(world.path, `${name}-hook-ran`)))).toEqual([
      run,
      run,
    ])
  },
)

test('an agent that is kept out does not run the conversation either', async () => {
  await using world = openPolicyWorld()
  customize(world)
  world.policy({ strictPluginOnlyCustomization: ['agents'] })
  await expect(world.open({ agent: 'of-user-agent' })).rejects.toMatchObject({ kind: 'request' })
})

test('what the policy says to every session is in its first request, whatever a variable says', async () => {
  await using world = openPolicyWorld()
  world.policy({ claudeMd: 'Policy word: heron.' })
  const env = { HOME: world.path, PATH: process.env['PATH'], CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' }
  for (const more of [{}, { env }]) {
    const engine = await world.open({}, more)
    await engine.send({ type: 'submit', content: 'hello' })
    await engine.idle()
    expect(JSON.stringify(world.model.requests.at(-1))).toContain('Policy word: heron.')
  }
})

test.each([{ disableWorkflows: true }, { enableWorkflows: false }])(
  '%j: no workflow is listed or started',
  async policy => {
    await using world = openPolicyWorld()
    world.policy(policy)
    const engine = await world.open()
    await expect(engine.send({ type: 'start_workflow', wish: { name: 'x', inputs: {} } })).rejects.toThrow(
      /disableWorkflows/,
    )
  },
)

test('what a helper prints joins what the files say, and its failure stops the start', async () => {
  await using world = openPolicyWorld()
  const helper = world.put(
    'etc/helper',
    `#!/bin/sh\necho '{"managedSettings": {"requiredMaximumVersion": "0.5.0"}}'\n`,
  )
  chmodSync(helper, 0o755)
  world.policy({ policyHelper: { path: helper } })
  await expect(world.open()).rejects.toMatchObject({ message: expect.stringMatching(/up to 0\.5\.0/) })
  await using other = openPolicyWorld()
  const quiet = other.put('etc/helper', `#!/bin/sh\necho '{"managedSettings": {}}'\n`)
  chmodSync(quiet, 0o755)
  other.policy({ policyHelper: { path: quiet }, disableSideloadFlags: true })
  await other.open()
  await expect(other.open({ pluginDir: ['/p'] })).rejects.toMatchObject(settings)
  await using broken = openPolicyWorld()
  const bad = broken.put('etc/helper', '#!/bin/sh\nexit 1\n')
  chmodSync(bad, 0o755)
  broken.policy({ policyHelper: { path: bad } })
  await expect(broken.open()).rejects.toMatchObject({
    ...settings,
    message: expect.stringMatching(/exit code 1/),
  })
})

test('restrictions of the program that starts a session join a policy that says so, and never loosen it', async () => {
  const parent = { managedSettings: '{"requiredMinimumVersion":"5.0.0","ignoreUnknownPolicy":true}' }
  await using world = openPolicyWorld()
  world.policy({ cleanupPeriodDays: 30 })
  await world.open(parent)
  await using merging = openPolicyWorld()
  merging.policy({ parentSettingsBehavior: 'merge' })
  await expect(merging.open(parent)).rejects.toMatchObject(settings)
  await using unknown = openPolicyWorld()
  await expect(unknown.open({ managedSettings: '{"forbidEverything":true}' })).rejects.toMatchObject(settings)
})

const PROFILE = (inner: string) => `<?xml version="1.0"?><plist version="1.0"><dict>${inner}</dict></plist>`

test('on macOS the preferences of a device management are policy like a file, and forbid as much', async () => {
  await using world = openPolicyWorld()
  world.preferences(
    PROFILE(
      '<key>PayloadUUID</key><string>1-2</string><key>disableSideloadFlags</key><true/><key>permissions</key><dict><key>deny</key><array><string>Read(//etc/secrets/**)</string></array></dict>',
    ),
  )
  await expect(world.open({ pluginDir: ['/p'] })).rejects.toMatchObject(settings)
  await using engine = await world.open()
  expect(engine).toBeDefined()
})

test.each([
  ['<key>forbidEverything</key><true/>', /does not know the policy forbidEverything/],
  ['<key>disableSideloadFlags</key><true/><key>disableSideloadFlags</key><false/>', /twice/],
  ['<key>permissions</key>', /dev\.capstan\.plist is not a property list/],
  ['<key>policyHelper</key><dict><key>path</key><string>/nowhere/helper</string></dict>', /helper \/nowhere/],
])('preferences that say %s: no session is opened', async (inner, message) => {
  await using world = openPolicyWorld()
  world.preferences(PROFILE(inner))
  await expect(world.open()).rejects.toMatchObject({ ...settings, message: expect.stringMatching(message) })
})
