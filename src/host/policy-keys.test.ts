import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasBubblewrap } from '../../test/support/needs-program.ts'
import { pluginWorld } from '../../test/support/plugin-world.ts'
import { openPolicyWorld } from '../../test/support/policy-world.ts'
import { testPolicy } from '../../test/support/test-policy.ts'
import { createScriptedModel } from '../features/models/scripted/scripted-model.ts'
import { installPlugin } from '../features/plugins/store/install.ts'
import { createHostList } from '../features/sandbox/host-list.ts'
import { loadSettings } from '../features/settings/load.ts'
import { addMarketplaceTyped } from './plugins/desk.ts'
import { pluginSettingsOf } from './plugins/plugin-settings.ts'

/** What a world's files say together, as every session there is opened with. */
const loadIn = (world: ReturnType<typeof openPolicyWorld>) =>
  loadSettings({
    configHome: join(world.path, '.capstan'),
    projectDir: join(world.path, 'project'),
    localDir: join(world.path, 'project'),
    sources: ['user'],
    trusted: true,
    compat: false,
    managed: [
      { path: join(world.path, 'etc/capstan/managed-settings.json'), owner: process.getuid?.() ?? 0 },
    ],
    policy: testPolicy,
  })

test.each([
  ['without policy, those of the person', undefined, true],
  ['none without a list of policy', { allowManagedMcpServersOnly: true }, false],
  [
    'none that its list lacks',
    { allowManagedMcpServersOnly: true, allowedMcpServers: [{ serverName: 'x' }] },
    false,
  ],
  [
    'those of its list',
    { allowManagedMcpServersOnly: true, allowedMcpServers: [{ serverName: 'own' }] },
    true,
  ],
])('MCP servers that start: %s', async (_, policy, starts) => {
  await using world = openPolicyWorld()
  const mark = join(world.path, 'started')
  world.put('.capstan/settings.json', {
    allowedMcpServers: [{ serverName: 'own' }],
    mcpServers: { own: { command: '/bin/sh', args: ['-c', `touch ${mark}`] } },
  })
  if (policy) world.policy(policy)
  const engine = await world.open()
  await engine.send({ type: 'submit', content: 'hello' })
  await engine.idle()
  expect(existsSync(mark)).toBe(starts)
})

test.each([
  ['disableCommandPluginSources', { disableCommandPluginSources: true }, true],
  ['allowManagedHooksOnly, which means it too', { allowManagedHooksOnly: true }, true],
  [
    'allowManagedHooksOnly where it is allowed by name',
    { allowManagedHooksOnly: true, disableCommandPluginSources: false },
    false,
  ],
])('a command that fetches a plugin, with %s', async (_, said, isRefused) => {
  await using policy = openPolicyWorld()
  policy.policy(said)
  await using world = pluginWorld()
  const made = join(world.root, 'made')
  const command = `touch ${made}; mkdir -p skills/a && echo x > skills/a/SKILL.md`
  await addMarketplaceTyped(world.desk, world.marketplace({}, { source: { source: 'command', command } }))
  const outcome = installPlugin('fmt', world.deps({ policy: pluginSettingsOf(loadIn(policy)).policy }))
  if (isRefused) await expect(outcome).rejects.toThrow(/administrator/)
  else await outcome
  expect(existsSync(made)).toBe(!isRefused)
})

test('without a yes to pluginTrustMessage no plugin is installed, and its words are what is asked', async () => {
  await using policy = openPolicyWorld()
  policy.policy({ pluginTrustMessage: 'Ask the heron desk first.' })
  await using world = pluginWorld()
  await addMarketplaceTyped(world.desk, world.marketplace({ 'skills/a/SKILL.md': 'x' }))
  world.answer = false
  const deps = world.deps({ policy: pluginSettingsOf(loadIn(policy)).policy })
  await expect(installPlugin('fmt', deps)).rejects.toThrow()
  expect(world.asked.filter(({ kind }) => kind === 'trust')).toMatchObject([
    { message: 'Ask the heron desk first.' },
  ])
  expect(existsSync(join(world.configHome, 'plugins/installed.json'))).toBe(false)
  world.answer = true
  await installPlugin('fmt', deps)
})

test('sandbox.network.allowManagedDomainsOnly: domains and proxies of the person open nothing', async () => {
  const refused = async (policy: object): Promise<readonly boolean[]> => {
    await using world = openPolicyWorld()
    world.put('.capstan/settings.json', {
      sandbox: { network: { allowedDomains: ['own.example'], httpProxyPort: 9, socksProxyPort: 9 } },
    })
    world.policy({ sandbox: { network: { allowedDomains: ['policy.example'], ...policy } } })
    const { network = {} } = loadIn(world).merged.sandbox ?? {}
    const hosts = createHostList(network)
    const isRefused = (host: string): boolean => hosts.refuse(new URL(`https://${host}/`)) !== undefined
    return [
      ...['own.example', 'policy.example'].map(isRefused),
      network.httpProxyPort === undefined && network.socksProxyPort === undefined,
    ]
  }
  expect(await refused({})).toEqual([false, false, false])
  expect(await refused({ allowManagedDomainsOnly: true })).toEqual([true, false, true])
})

const command = (text: string) => [
  { tool: { name: 'Bash', input: { command: text } } },
  { text: 'done', repeat: true },
]

test.runIf(hasBubblewrap())(
  'sandbox.filesystem.allowManagedReadPathsOnly: what is hidden is not made readable by the person',
  async () => {
    const read = async (isFixed: boolean): Promise<string> => {
      await using world = openPolicyWorld()
      const hidden = world.put('.ssh/a.txt', 'the word is plover')
      const allowRead = [join(world.path, '.ssh')]
      world.put('.capstan/settings.json', {
        permissions: { allow: ['Bash'] },
        sandbox: { filesystem: { allowRead } },
      })
      world.policy({
        sandbox: {
          enabled: true,
          failIfUnavailable: true,
          filesystem: isFixed ? { allowManagedReadPathsOnly: true } : {},
        },
      })
      const model = createScriptedModel({ replies: command(`cat ${hidden}`) })
      const engine = await world.open({}, { model })
      await engine.send({ type: 'submit', content: 'read it' })
      await engine.idle()
      return JSON.stringify(model.requests.at(-1))
    }
    expect(await read(true)).not.toContain('the word is plover')
    expect(await read(false)).toContain('the word is plover')
  },
)

test('sandbox.bwrapPath: the program of the administrator is used, and no other where it fails', async () => {
  await using world = openPolicyWorld()
  const mark = join(world.path, 'asked')
  const bwrap = world.put('bin/bwrap', `#!/bin/sh\ntouch ${mark}\nexit 1\n`)
  chmodSync(bwrap, 0o755)
  world.policy({ sandbox: { enabled: true, failIfUnavailable: true, bwrapPath: bwrap } })
  await expect(world.open()).rejects.toMatchObject({ name: 'HostError' })
  expect(existsSync(mark)).toBe(true)
})

test.each([{ disableAutoMode: 'disable' }, { permissions: { disableAutoMode: 'disable' } }])(
  'with %j auto mode is neither begun nor changed to',
  async policy => {
    await using world = openPolicyWorld()
    world.put('.capstan/settings.json', { permissions: { defaultMode: 'auto' } })
    world.policy(policy)
    for (const overrides of [{}, { permissionMode: 'auto' as const }]) {
      const engine = await world.open(overrides)
      expect((await engine.query('state')).mode).not.toBe('auto')
      await expect(engine.send({ type: 'set_mode', mode: 'auto' })).rejects.toThrow(/auto/i)
      expect((await engine.query('state')).mode).not.toBe('auto')
    }
  },
)

test('fastModePerSessionOptIn: no session begins in fast mode, and each may turn it on', async () => {
  const isFast = async (policy: object): Promise<boolean | undefined> => {
    await using world = openPolicyWorld()
    world.put('.capstan/settings.json', { fastMode: true, fastModePerSessionOptIn: false })
    world.policy(policy)
    const engine = await world.open({ model: 'opus' })
    return (await engine.query('state')).fast
  }
  expect(await isFast({})).toBe(true)
  expect(await isFast({ fastModePerSessionOptIn: true })).toBeFalsy()
})
