import { expect, test } from 'vitest'
import type { Settings } from '../../protocol/settings.ts'
import { limitProject } from './limit-project.ts'

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
  limitProject(settings, { rawKeys: Object.keys(settings), trusted })

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
  'webSearch',
])('%s in a project file is said to be ignored, trusted or not', key => {
  for (const trusted of [true, false])
    expect(limitProject({}, { rawKeys: [key, 'awesome', 'theme'], trusted }).ignored).toEqual([
      { key, why: NEVER },
    ])
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
