import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Settings } from '../../protocol/settings.ts'
import { limitProject as limitProjectRaw, neverCounts } from './limit-project.ts'

const limitProject = (...given: Parameters<typeof limitProjectRaw>) => allInEnglish(limitProjectRaw(...given))

const NEVER = 'a project may not set this; put it in your user settings if you want it'

const wanted: Settings = {
  model: 'm',
  fallbackModel: 'f',
  permissions: {
    allow: ['Bash'],
    ask: ['Bash(git push *)'],
    deny: ['Read(.env)'],
    defaultMode: 'acceptEdits',
    additionalDirectories: ['/'],
    disableBypassPermissionsMode: 'disable',
  },
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'evil' }] }] },
  disableAllHooks: true,
  env: { FOO: '1', PATH: '/evil' },
  apiKeyHelper: 'evil',
  modelOverrides: { m: { window: 1 } },
}

const limit = (settings: Settings, trusted: boolean) =>
  limitProject(settings, { rawKeys: Object.keys(settings), trusted, projectDir: '/nowhere' })

test('of an untrusted project only deny and ask rules count, and everything else is listed', () => {
  const { settings, ignored } = limit(wanted, false)
  expect(settings).toEqual({ permissions: { ask: ['Bash(git push *)'], deny: ['Read(.env)'] } })
  expect(ignored.filter(({ why }) => why === NEVER).map(({ key }) => key)).toEqual([
    'disableAllHooks',
    'apiKeyHelper',
  ])
  expect(
    ignored.filter(({ why }) => /--trust.*CAPSTAN_TRUST_WORKSPACE=1/.test(why)).map(({ key }) => key),
  ).toEqual([
    'model',
    'fallbackModel',
    'hooks',
    'env',
    'modelOverrides',
    'permissions.allow',
    'permissions.defaultMode',
    'permissions.additionalDirectories',
    'permissions.disableBypassPermissionsMode',
  ])
})

test('a status line runs a program, so an untrusted project has none', () => {
  const statusLine = { type: 'command', command: 'evil' } as const
  expect(limit({ statusLine }, false).settings).toEqual({})
  expect(limit({ statusLine }, false).ignored).toMatchObject([{ key: 'statusLine', waits: 'trust' }])
  expect(limit({ statusLine }, true)).toEqual({ settings: { statusLine }, ignored: [] })
})

test('an untrusted project without rules leaves nothing', () => {
  expect(limit({ permissions: { allow: ['Bash'] }, model: 'm' }, false).settings).toEqual({})
  expect(limit({}, false)).toEqual({ settings: {}, ignored: [] })
})

test('a trusted project counts, without credentials, hook switches and loader variables', () => {
  const { disableAllHooks: _d, apiKeyHelper: _a, ...rest } = wanted
  expect(limit(wanted, true)).toEqual({
    settings: { ...rest, env: { FOO: '1' } },
    ignored: [
      { key: 'disableAllHooks', why: NEVER },
      { key: 'apiKeyHelper', why: NEVER },
      { key: 'env.PATH', why: NEVER },
    ],
  })
})

test.each(['bypassPermissions', 'auto'] as const)('a trusted project cannot start mode %s', defaultMode => {
  expect(limit({ permissions: { deny: ['X'], defaultMode } }, true)).toEqual({
    settings: { permissions: { deny: ['X'] } },
    ignored: [{ key: 'permissions.defaultMode', why: NEVER }],
  })
})

test.each(['default', 'acceptEdits', 'plan', 'dontAsk'] as const)(
  'a trusted project can start mode %s',
  defaultMode => {
    expect(limit({ permissions: { defaultMode } }, true)).toEqual({
      settings: { permissions: { defaultMode } },
      ignored: [],
    })
  },
)

test.each([
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'channels',
  'crossSessionInbound',
  'channelPermissionRelay',
  'channelsEnabled',
  'allowedChannelPlugins',
  'pluginConfigs',
  'skipDangerousModePermissionPrompt',
  'allowManagedHooksOnly',
  'allowManagedMcpServersOnly',
  'autoMemoryDirectory',
  'providers',
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'proxyAuthHelper',
  'apiBaseUrl',
  'httpsProxy',
  'caCertificates',
  'autoMode',
  'telemetry',
  'teams',
  'teamMemoryDirectory',
  'webSearch',
  'pullRequests',
])('%s in a project file is said to be ignored, trusted or not', key => {
  for (const trusted of [true, false])
    expect(
      limitProject({}, { rawKeys: [key, 'awesome', 'theme'], trusted, projectDir: '/nowhere' }).ignored,
    ).toEqual([{ key, why: NEVER }])
})

test('a file that a link outside leads to only forbids, also in a trusted folder', () => {
  const { settings, ignored } = limitProject(wanted, {
    rawKeys: Object.keys(wanted),
    trusted: true,
    linkedOut: true,
    projectDir: '/nowhere',
  })
  expect(settings).toEqual({ permissions: { ask: ['Bash(git push *)'], deny: ['Read(.env)'] } })
  expect(ignored.filter(({ why }) => /link leads out/.test(why)).map(({ key }) => key)).toContain('hooks')
  expect(ignored.some(({ waits }) => waits)).toBe(false)
})

test('a trusted project tightens the sandbox and cannot loosen it', () => {
  expect(limit({ sandbox: { enabled: true, excludedCommands: ['docker'] } }, true)).toEqual({
    settings: { sandbox: { enabled: true } },
    ignored: [{ key: 'sandbox.excludedCommands', why: NEVER }],
  })
})

test('a trusted project keeps plans within itself and nowhere else', async () => {
  await using tmp = tmpDir()
  const projectDir = join(tmp.path, 'project')
  mkdirSync(join(projectDir, 'docs'), { recursive: true })
  symlinkSync(tmp.path, join(projectDir, 'out'))
  symlinkSync('docs', join(projectDir, 'in'))
  symlinkSync('.git', join(projectDir, 'hidden'))
  const plans = (plansDirectory: string) =>
    limitProject({ plansDirectory }, { rawKeys: ['plansDirectory'], trusted: true, projectDir })
  for (const inside of ['plans', './docs/plans', '.capstan/plans', 'in'])
    expect(plans(inside)).toEqual({ settings: { plansDirectory: inside }, ignored: [] })
  for (const outside of [
    '/etc',
    '~/plans',
    '~',
    '../plans',
    'docs/../../x',
    'out',
    'out/plans',
    '.',
    '.git/hooks',
    '.GIT/x',
    'hidden',
    'docs/\0',
  ])
    expect(plans(outside)).toEqual({ settings: {}, ignored: [{ key: 'plansDirectory', why: NEVER }] })
})

test.each([
  ['apiKeyHelper', true],
  ['env.PATH', true],
  ['env.Path', true],
  ['env.FOO', false],
  ['hooks', false],
  ['model', false],
  ['statusLine', false],
])('%s never counts: %s', (key, expected) => {
  expect(neverCounts(key)).toBe(expected)
})

test.each([
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_API_KEY',
  'CLAUDE_CONFIG_DIR',
  'CLAUDECODE',
  'CAPSTAN_CONFIG_DIR',
  'OPENAI_BASE_URL',
  'HTTPS_PROXY',
  'https_proxy',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_LOG_USER_PROMPTS',
  'OTEL_METRICS_EXPORTER',
  'OTEL_RESOURCE_ATTRIBUTES',
  'CLAUDE_CODE_ENABLE_TELEMETRY',
  'ENABLE_ENHANCED_TELEMETRY_BETA',
  'TRACEPARENT',
  'AWS_ENDPOINT_URL_S3',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'BUN_INSTALL',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'SSL_CERT_FILE',
  'GIT_SSH_COMMAND',
  'PATH',
  'Path',
  'HOME',
  'SHELL',
  'ENV',
  'BASH_ENV',
  'IFS',
  'PROMPT_COMMAND',
  'PYTHONSTARTUP',
  'PYTHONPATH',
  'PERL5OPT',
  'RUBYOPT',
  'JAVA_TOOL_OPTIONS',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'REQUESTS_CA_BUNDLE',
  'SHELLOPTS',
  '_JAVA_OPTIONS',
])('a trusted project cannot set %s', name => {
  expect(limit({ env: { [name]: 'x', KEPT: 'y' } }, true)).toEqual({
    settings: { env: { KEPT: 'y' } },
    ignored: [{ key: `env.${name}`, why: NEVER }],
  })
})

test.each(['MY_PATH', 'ENVIRONMENT', 'DEBUG', 'DATABASE_URL', 'PROXY_MODE', 'HOMEPAGE', 'NODEJS'])(
  'a trusted project can set %s',
  name => {
    expect(limit({ env: { [name]: 'x' } }, true)).toEqual({ settings: { env: { [name]: 'x' } }, ignored: [] })
  },
)

test('a trusted project names no prices, because whoever does sets the budgets', () => {
  const { settings, ignored } = limit(
    {
      modelOverrides: { m: { window: 5, price: { input: 0, output: 0 } }, n: { window: 6 } },
      budgets: { day: { hard: 1 } },
    },
    true,
  )
  expect(settings).toEqual({
    modelOverrides: { m: { window: 5 }, n: { window: 6 } },
    budgets: { day: { hard: 1 } },
  })
  expect(ignored).toEqual([{ key: 'modelOverrides.m.price', why: NEVER }])
})

test.each([true, false])('a project (trusted: %s) may have more redacted, never less', trusted => {
  const extraPatterns = [{ name: 'acme', prefix: 'acme_' }]
  expect(limit({ secrets: { redactResults: true, extraPatterns } }, trusted)).toEqual({
    settings: { secrets: { redactResults: true, extraPatterns } },
    ignored: [],
  })
  expect(limit({ secrets: { redactResults: false, extraPatterns } }, trusted)).toEqual({
    settings: { secrets: { extraPatterns } },
    ignored: [{ key: 'secrets.redactResults', why: NEVER }],
  })
})

test('a folder does not say under which other name a model is asked for', () => {
  const { settings, ignored } = limitProject(
    { modelOverrides: { m: 'dearer', n: { window: 6 } } },
    { rawKeys: ['modelOverrides'], trusted: true, projectDir: '/p' },
  )
  expect(settings).toEqual({ modelOverrides: { n: { window: 6 } } })
  expect(ignored).toEqual([{ key: 'modelOverrides.m', why: NEVER }])
})
