import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { createScriptedModel } from '../features/models/scripted/scripted-model.ts'
import type { OpenRequest, Overrides } from '../protocol/host.ts'
import { SessionHost } from './host.ts'

/** Every front end opens its sessions with a host: what it does not allow happens in none of them. */
const makeWorld = (version = '1.0.0') => {
  const tmp = tmpDir()
  const owner = process.getuid?.() ?? 0
  const put = (name: string, content: unknown): string => {
    const path = join(tmp.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  put('project/.keep', '')
  const host = new SessionHost({
    version,
    bridge: () => ({ command: ['none'], files: [] }),
    releaseNotes: async () => '',
    managed: [
      { path: join(tmp.path, 'etc/capstan/managed-settings.json'), owner },
      { path: join(tmp.path, 'etc/claude-code/managed-settings.json'), owner, foreign: true },
    ],
  })
  const model = createScriptedModel({ replies: [{ text: 'one', repeat: true }] })
  const said: string[] = []
  const open = (overrides: Overrides = {}, more: Partial<OpenRequest> = {}) =>
    host.open({
      cwd: join(tmp.path, 'project'),
      env: { HOME: tmp.path, PATH: process.env['PATH'] },
      session: { kind: 'new' },
      overrides: { model: 'scripted', trust: true, ...overrides },
      model,
      warn: text => void said.push(text.text),
      ...more,
    })
  return {
    path: tmp.path,
    put,
    open,
    said,
    model,
    policy: (value: unknown) => put('etc/capstan/managed-settings.json', value),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}

const settings = { name: 'HostError', kind: 'settings' }

test.each([
  ['a policy nobody knows', { forbidEverything: true }, /does not know the policy forbidEverything/],
  ['a deny list that is none', { permissions: { deny: 5 } }, /permissions\.deny/],
  ['text that is no JSON', '{', /is not valid JSON/],
  ['an empty file', '', /is empty/],
  ['a list', [], /expected an object/],
  ['a newer version than is allowed', { requiredMaximumVersion: '0.9.0' }, /allows Capstan up to 0\.9\.0/],
  ['an older version than is allowed', { requiredMinimumVersion: '2.0.0' }, /2\.0\.0/],
  ['a helper that is not there', { policyHelper: { path: '/nowhere/helper' } }, /helper \/nowhere\/helper/],
])('%s: no session is opened', async (_, policy, message) => {
  await using world = makeWorld()
  world.policy(policy)
  await expect(world.open()).rejects.toMatchObject({ ...settings, message: expect.stringMatching(message) })
})

test('versions in the policy of another program stop nothing, and that is said', async () => {
  await using world = makeWorld()
  world.put('etc/claude-code/managed-settings.json', {
    requiredMinimumVersion: '2.0.0',
    requiredMaximumVersion: '0.1.0',
  })
  await world.open()
  expect(world.said.join('\n')).toMatch(/versions of another program/)
})

test('files of the drop-in directory count in their order, and one that is damaged stops the start', async () => {
  await using world = makeWorld()
  world.put('etc/capstan/managed-settings.d/10-a.json', { requiredMaximumVersion: '0.9.0' })
  await expect(world.open()).rejects.toMatchObject(settings)
  await using again = makeWorld()
  again.put('etc/capstan/managed-settings.d/10-a.json', { requiredMaximumVersion: '0.9.0' })
  again.put('etc/capstan/managed-settings.d/20-b.json', { requiredMaximumVersion: '9.0.0' })
  await again.open()
  await using damaged = makeWorld()
  damaged.put('etc/capstan/managed-settings.d/30-c.json', '{')
  await expect(damaged.open()).rejects.toMatchObject(settings)
})

test.each<[string, Overrides]>([
  ['--plugin-dir', { pluginDir: ['/p'] }],
  ['--plugin-dir', { pluginDirNoMcp: ['/p'] }],
  ['--plugin-url', { pluginUrl: ['https://p.example/p.zip'] }],
  ['--agents', { agents: '{"a":{"description":"d","prompt":"p"}}' }],
  ['--mcp-config', { mcpConfig: ['{"mcpServers":{"x":{"command":"x"}}}'] }],
  ['--mcp-config', { mcpConfig: ['/some/file.json'] }],
])('disableSideloadFlags refuses %s', async (flag, overrides) => {
  await using world = makeWorld()
  world.policy({ disableSideloadFlags: true })
  await expect(world.open(overrides)).rejects.toMatchObject({
    ...settings,
    message: expect.stringContaining(flag),
  })
})

test('disableSideloadFlags leaves servers that live in the program that drives a session', async () => {
  await using world = makeWorld()
  world.policy({ disableSideloadFlags: true })
  await world.open({ mcpConfig: ['{"mcpServers":{"own":{"type":"sdk","name":"own"}}}'] })
})

const customize = (world: ReturnType<typeof makeWorld>): void => {
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

const foundIn = async (engine: Awaited<ReturnType<ReturnType<typeof makeWorld>['open']>>) => {
  const commands = await engine.query('commands')
  const agents = await engine.query('agents')
  const servers = await engine.query('servers')
  return JSON.stringify({ commands, agents, servers })
}

test.each(['skills', 'agents', 'mcp'] as const)(
  'strictPluginOnlyCustomization keeps %s of people and projects out, and nothing else',
  async part => {
    await using world = makeWorld()
    customize(world)
    const all = await foundIn(await world.open())
    const names = { skills: 'skill', agents: 'agent', mcp: 'server' } as const
    for (const name of Object.values(names)) {
      expect(all).toContain(`of-user-${name}`)
      expect(all).toContain(`of-project-${name}`)
    }
    await using strict = makeWorld()
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
    await using world = makeWorld()
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
  await using world = makeWorld()
  customize(world)
  world.policy({ strictPluginOnlyCustomization: ['agents'] })
  await expect(world.open({ agent: 'of-user-agent' })).rejects.toMatchObject({ kind: 'request' })
})

test('what the policy says to every session is in its first request, whatever a variable says', async () => {
  await using world = makeWorld()
  world.policy({ claudeMd: 'Policy word: heron.' })
  const env = { HOME: world.path, PATH: process.env['PATH'], CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' }
  for (const more of [{}, { env }]) {
    const engine = await world.open({}, more)
    await engine.send({ type: 'submit', content: 'hello' })
    await engine.idle()
    expect(JSON.stringify(world.model.requests.at(-1))).toContain('Policy word: heron.')
  }
})

test('disableWorkflows: none is listed or started', async () => {
  await using world = makeWorld()
  world.policy({ disableWorkflows: true })
  const engine = await world.open()
  await expect(engine.send({ type: 'start_workflow', wish: { name: 'x', inputs: {} } })).rejects.toThrow(
    /disableWorkflows/,
  )
})

test('what a helper prints stands for every file, and its failure stops the start', async () => {
  await using world = makeWorld()
  const helper = world.put(
    'etc/helper',
    `#!/bin/sh\necho '{"managedSettings": {"requiredMaximumVersion": "0.5.0"}}'\n`,
  )
  chmodSync(helper, 0o755)
  world.policy({ policyHelper: { path: helper } })
  await expect(world.open()).rejects.toMatchObject({ message: expect.stringMatching(/up to 0\.5\.0/) })
  await using other = makeWorld()
  const quiet = other.put('etc/helper', `#!/bin/sh\necho '{"managedSettings": {}}'\n`)
  chmodSync(quiet, 0o755)
  other.policy({ policyHelper: { path: quiet }, requiredMaximumVersion: '0.5.0' })
  await other.open()
  await using broken = makeWorld()
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
  await using world = makeWorld()
  world.policy({ cleanupPeriodDays: 30 })
  await world.open(parent)
  await using merging = makeWorld()
  merging.policy({ parentSettingsBehavior: 'merge' })
  await expect(merging.open(parent)).rejects.toMatchObject(settings)
  await using unknown = makeWorld()
  await expect(unknown.open({ managedSettings: '{"forbidEverything":true}' })).rejects.toMatchObject(settings)
})
