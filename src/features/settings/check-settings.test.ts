import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { checkSettings as checkSettingsRaw } from './check-settings.ts'

const checkSettings = (...given: Parameters<typeof checkSettingsRaw>) =>
  allInEnglish(checkSettingsRaw(...given))

const check = (value: unknown) => checkSettings(value, [])

test('a whole file of good values passes unchanged', () => {
  const settings = {
    model: 'm',
    fallbackModel: ['a', 'b'],
    smallFastModel: 's',
    effortLevel: 'high',
    alwaysThinkingEnabled: true,
    permissions: {
      allow: ['Bash(npm run *)'],
      ask: ['Bash(git push *)'],
      deny: ['Read(.env)'],
      defaultMode: 'acceptEdits',
      additionalDirectories: ['../docs'],
      disableBypassPermissionsMode: 'disable',
      disableAutoMode: 'disable',
    },
    sandbox: {
      enabled: true,
      failIfUnavailable: true,
      autoAllowBashIfSandboxed: false,
      excludedCommands: ['docker *'],
      allowUnsandboxedCommands: false,
      filesystem: { allowWrite: ['~/.cache'], denyWrite: ['x'], denyRead: ['~/.ssh'], allowRead: ['y'] },
      network: {
        allowedDomains: ['*.npmjs.org'],
        deniedDomains: ['evil.test'],
        allowLocalBinding: true,
        allowUnixSockets: ['/run/x.sock'],
      },
    },
    autoMode: { environment: ['a'], allow: ['$defaults'], soft_deny: ['b'], hard_deny: ['c'] },
    plansDirectory: '~/plans',
    hooks: {
      PostToolUse: [
        {
          matcher: 'Edit|Write',
          hooks: [
            { type: 'command', command: 'prettier', args: ['--write', '.'], timeout: 20, if: 'Edit(*.ts)' },
          ],
        },
      ],
      FutureEvent: [{ hooks: [{ type: 'future' }] }],
    },
    disableAllHooks: false,
    env: { FOO: 'bar' },
    apiKeyHelper: 'get-key',
    autoCompactEnabled: true,
    language: 'français',
    promptLanguage: 'zh',
    outputStyle: 'Explanatory',
    includeGitInstructions: false,
    webSearch: { endpoint: 'http://127.0.0.1:8080/search', apiKey: 'k' },
    secrets: {
      redactResults: true,
      extraPatterns: [{ name: 'acme', prefix: 'acme_', chars: 'hex', min: 8 }],
    },
    budgets: { session: { soft: 1, hard: 2 }, day: { hard: 0 }, project: { soft: 0.5 } },
    modelOverrides: { local: { window: 32_000, price: { input: 0, output: 0 } } },
  }
  expect(check(settings)).toEqual({ settings, complaints: [], rejected: false })
})

test('unknown keys are dropped without a complaint', () => {
  expect(
    check({
      $schema: 'x',
      autoScrollEnabled: { type: 'command' },
      model: 'm',
      permissions: { laterVersion: 'x' },
    }),
  ).toEqual({
    settings: { model: 'm', permissions: {} },
    complaints: [],
    rejected: false,
    withoutEffect: ['autoScrollEnabled', 'permissions.laterVersion'],
  })
})

test.each<[unknown, string, string]>([
  [{ model: 5 }, 'model', 'expected a string, found a number'],
  [{ model: ' ' }, 'model', 'expected a string that is not empty, found a string'],
  [{ model: 'a\0b' }, 'model', 'expected a string without NUL characters, found a string'],
  [{ model: null }, 'model', 'expected a string, found null'],
  [{ fallbackModel: [1] }, 'fallbackModel.0', 'expected a string, found a number'],
  [{ alwaysThinkingEnabled: 'yes' }, 'alwaysThinkingEnabled', 'expected true or false, found a string'],
  [{ budgets: 5 }, 'budgets', 'expected an object, found a number'],
  [{ budgets: { sesion: { hard: 1 } } }, 'budgets.sesion', 'expected one of session, day, project'],
  [{ budgets: { day: { max: 1 } } }, 'budgets.day.max', 'expected soft or hard'],
  [
    { budgets: { day: { hard: -1 } } },
    'budgets.day.hard',
    'expected a number of at least zero, found a number',
  ],
  [{ budgets: { day: 3 } }, 'budgets.day', 'expected an object, found a number'],
  [{ webSearch: { apiKey: 'k' } }, 'webSearch.endpoint', 'this key is missing'],
  [{ secrets: { redactResults: 'no' } }, 'secrets.redactResults', 'expected true or false, found a string'],
  [
    { secrets: { extraPatterns: [{ name: 'Acme', prefix: 'acme_' }] } },
    'secrets.extraPatterns.0.name',
    'expected lower case letters, digits and dashes, at most 40',
  ],
  [
    { secrets: { extraPatterns: [{ name: 'acme', prefix: 'a_', after: 'b' }] } },
    'secrets.extraPatterns.0',
    'expected either "prefix" or "after"',
  ],
  [
    { secrets: { extraPatterns: [{ name: 'acme' }] } },
    'secrets.extraPatterns.0',
    'expected either "prefix" or "after"',
  ],
  [
    { secrets: { extraPatterns: [{ name: 'acme', after: '=' }] } },
    'secrets.extraPatterns.0.after',
    'expected at least 3 characters',
  ],
  [
    { secrets: { extraPatterns: [{ name: 'acme', prefix: 'acme_', min: 4 }] } },
    'secrets.extraPatterns.0',
    'expected whole numbers with 8 ≤ min ≤ max ≤ 1000',
  ],
  [
    { webSearch: { endpoint: 'file:///etc/passwd' } },
    'webSearch.endpoint',
    'expected an http or https address without user information',
  ],
  [
    { webSearch: { endpoint: 'https://u:p@search.example/' } },
    'webSearch.endpoint',
    'expected an http or https address without user information',
  ],
  [{ compaction: { percent: 400 } }, 'compaction.percent', 'expected a percentage, at most 100, found 400'],
  [{ env: [] }, 'env', 'expected an object, found a list'],
  [{ env: { A: 1 } }, 'env.A', 'expected a string, found a number'],
  [{ env: { 'BASH_FUNC_ls%%': '() { :; }' } }, 'env.BASH_FUNC_ls%%', 'this name is not allowed here'],
  [
    { modelOverrides: { m: { window: -1 } } },
    'modelOverrides.m.window',
    'expected a number above zero, found a number',
  ],
  [
    { modelOverrides: { m: { price: { input: 1 } } } },
    'modelOverrides.m.price.output',
    'this key is missing',
  ],
])('%j: the bad value is named and does not count', (value, key, message) => {
  const checked = check({ ...(value as object), autoCompactEnabled: true })
  expect(checked.complaints).toEqual([{ key, path: key.split('.'), message }])
  expect(checked.rejected).toBe(false)
  expect(checked.settings.autoCompactEnabled).toBe(true)
})

test.each<[unknown, string, string]>([
  [[], '', 'expected an object, found a list'],
  ['text', '', 'expected an object, found a string'],
  [{ permissions: [] }, 'permissions', 'expected an object, found a list'],
  [{ permissions: { deny: 'Bash' } }, 'permissions.deny', 'expected a list, found a string'],
  [{ permissions: { deny: ['Bash', 7] } }, 'permissions.deny.1', 'expected a string, found a number'],
  [
    { permissions: { disableBypassPermissionsMode: true } },
    'permissions.disableBypassPermissionsMode',
    'expected "disable", found a boolean',
  ],
  [{ hooks: { PreToolUse: {} } }, 'hooks.PreToolUse', 'expected a list, found an object'],
  [{ hooks: { PreToolUse: [{}] } }, 'hooks.PreToolUse.0.hooks', 'this key is missing'],
  [{ hooks: { PreToolUse: [{ hooks: [{}] }] } }, 'hooks.PreToolUse.0.hooks.0.type', 'this key is missing'],
  [
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } },
    'hooks.PreToolUse.0.hooks.0.command',
    'a hook of type command needs the command to run',
  ],
  [
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: 0 }] }] } },
    'hooks.PreToolUse.0.hooks.0.timeout',
    'expected a number above zero, found a number',
  ],
  [
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x\0y' }] }] } },
    'hooks.PreToolUse.0.hooks.0.command',
    'expected a string without NUL characters, found a string',
  ],
  [JSON.parse('{"hooks": {"__proto__": []}}'), 'hooks.__proto__', 'this name is not allowed here'],
])('%j: of the file only what restricts counts', (value, key, message) => {
  const checked = check(
    Array.isArray(value) || typeof value === 'string' ? value : { model: 'm', ...(value as object) },
  )
  const path = key === '' ? [] : key.split('.')
  expect(checked.complaints[0]).toEqual({ key, path, message, rejects: true })
  const permissions = key.startsWith('permissions.deny')
    ? { deny: ['Bash'] }
    : key.endsWith('disableBypassPermissionsMode') && { disableBypassPermissionsMode: 'disable' }
  expect([checked.rejected, checked.settings]).toEqual([true, permissions ? { permissions } : {}])
  expect(checked.rulesLost ?? false).toBe(/^(?:permissions(?:\.deny.*)?)?$/.test(key))
})

test('of a malformed file everything that restricts counts and nothing that loosens', () => {
  const { settings, rulesLost } = check({
    permissions: { allow: 'Bash', ask: ['Edit'], deny: ['Bash(rm *)'], defaultMode: 'acceptEdits' },
    sandbox: { enabled: true, excludedCommands: ['git'] },
    budgets: { session: { hardUsd: 1 } },
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] },
    env: { A: 'b' },
    model: 'm',
    deniedMcpServers: [{ serverName: 's' }],
  })
  expect(settings).toMatchObject({
    permissions: { ask: ['Edit'], deny: ['Bash(rm *)'] },
    sandbox: { enabled: true },
    deniedMcpServers: [{ serverName: 's' }],
  })
  expect(settings.permissions).toEqual({ ask: ['Edit'], deny: ['Bash(rm *)'] })
  expect(settings).not.toHaveProperty('env')
  const loose = [settings.hooks, settings.model, settings.sandbox?.excludedCommands, rulesLost]
  expect(loose).toEqual(loose.map(() => undefined))
})

test.each<[object, 'deny' | 'ask']>([
  [{ permissions: { denny: ['Bash'] } }, 'deny'],
  [{ permissions: { Deny: ['Bash'] } }, 'deny'],
  [{ permissions: { DENY: 'Bash' } }, 'deny'],
  [{ permissions: { dney: ['Bash'] } }, 'deny'],
  [{ permissions: { denied: ['Bash'] } }, 'deny'],
  [{ permissions: { denyList: ['Bash'] } }, 'deny'],
  [{ permissions: { 'deny ': ['Bash'] } }, 'deny'],
  [{ permissions: { disallow: ['Bash'] } }, 'deny'],
  [{ permissions: { blocked: ['Bash'] } }, 'deny'],
  [{ permissions: { asks: ['Bash'] } }, 'ask'],
  [{ permissions: { Ask: ['Bash'] } }, 'ask'],
  [{ permisions: { deny: ['Bash'] } }, 'deny'],
  [{ Permissions: { deny: ['Bash'] } }, 'deny'],
  [{ permission: { ask: ['Bash'] } }, 'ask'],
  [{ deny: ['Bash'] }, 'deny'],
  [{ ask: ['Bash'] }, 'ask'],
  [{ permissions: { deny: [['Bash']] } }, 'deny'],
  [{ permissions: { deny: { Bash: true } } }, 'deny'],
])('%j: a rule under a wrong name or in a wrong shape counts, and some may be missing', (value, list) => {
  const { settings, rejected, rulesLost } = check(value)
  expect([settings.permissions, rejected, rulesLost]).toEqual([{ [list]: ['Bash'] }, true, true])
})

test('a key given twice inside permissions or hooks rejects the file, elsewhere it is only said', () => {
  const twice = (path: string) => checkSettings({ model: 'm' }, [path])
  expect(twice('permissions.deny').rejected).toBe(true)
  expect(twice('hooks').rejected).toBe(true)
  expect(twice('model')).toEqual({
    settings: { model: 'm' },
    complaints: [
      { key: 'model', path: ['model'], message: 'this key is given twice; only the last one is used' },
    ],
    rejected: false,
  })
})

test('complaints are bounded and their keys carry no invisible characters', () => {
  const env = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`A${index}`, index]))
  const checked = check({ env })
  expect(checked.complaints).toHaveLength(51)
  expect(checked.complaints.at(-1)).toEqual({ key: '', path: [], message: 'and 450 more' })
  expect(check({ env: { '\u001b[2J\u202ex': '' } }).complaints[0]?.key).toBe('env.\\u{1B}[2J\\u{202E}x')
})

test('prototype keys neither pollute nor count as settings', () => {
  const value: unknown = JSON.parse(
    '{"__proto__": {"model": "evil", "permissions": {"allow": ["Bash"]}}, "env": {"__proto__": "x", "A": "1"}, "constructor": {"prototype": {"x": 1}}}',
  )
  const { settings } = check(value)
  expect(settings).toEqual({ env: { A: '1' } })
  expect(settings.model).toBeUndefined()
  expect(settings.permissions).toBeUndefined()
  expect('x' in {}).toBe(false)
})

test.each<[unknown, string | undefined, string | undefined]>([
  [{ permisions: {} }, 'permisions', 'permissions'],
  [{ Model: 'x' }, 'Model', 'model'],
  [{ fallback_model: 'x' }, 'fallback_model', 'fallbackModel'],
  [{ permissions: { denny: [] } }, 'permissions.denny', 'deny'],
  [{ sandbox: { filesystem: { denyReads: [] } } }, 'sandbox.filesystem.denyReads', 'denyRead'],
  [{ sandbox: { network: { allowDomains: [] } } }, 'sandbox.network.allowDomains', 'allowedDomains'],
  [
    { theme: 'dark', terminalTitleDisabled: true, autoScrollEnabled: {}, enabledPlugins: {} },
    undefined,
    undefined,
  ],
  [
    { statusLine: { type: 'command', command: 'date', refreshIntervall: 2 } },
    'statusLine.refreshIntervall',
    'refreshInterval',
  ],
  [{ keyOfALaterVersion: 1, permissions: { somethingElse: 1 } }, undefined, undefined],
])('%j: a name near a known one is noted and nothing else happens', (value, key, meant) => {
  const { complaints, rejected } = check(value)
  expect(rejected).toBe(false)
  expect(complaints).toEqual(
    key === undefined
      ? []
      : [
          {
            key,
            path: key.split('.'),
            note: true,
            message: `no setting has this name; did you mean "${meant}"?`,
          },
        ],
  )
})

test('credentials of the sandbox are names, names with a mode, or masks', () => {
  const mask = { injectHosts: ['api.example.org'], extract: 'token: (\\S+)', maskDuplicates: true }
  const credentials = {
    files: [
      '~/a',
      { path: '~/b', mode: 'deny', extract: '(' },
      { mode: 'deny' },
      { path: '~/c', mode: 'mask', ...mask },
    ],
    envVars: [{ name: 'TOKEN', mode: 'mask' }, { name: 'OTHER' }],
    allowPlaintextInject: false,
  }
  const { settings, complaints } = checkSettings({ sandbox: { credentials } }, [])
  expect(settings.sandbox?.credentials).toEqual({
    files: ['~/a', '~/b', { path: '~/c', ...mask }],
    envVars: [{ name: 'TOKEN' }, 'OTHER'],
    allowPlaintextInject: false,
  })
  expect(complaints.map(({ key }) => key)).toEqual(['sandbox.credentials.files.2.path'])
})

test.each([
  [{ mode: 'hide' }, 'mode'],
  [{ extract: '(' }, 'extract'],
  [{ extract: 'token' }, 'extract'],
  [{ extract: '' }, 'extract'],
  [{ injectHosts: 'api.example.org' }, 'injectHosts'],
  [{ injectHosts: ['a.test', 7] }, 'injectHosts.1'],
  [{ onExtractNoMatch: 'show' }, 'onExtractNoMatch'],
  [{ decode: 'base64' }, 'decode'],
  [{ maskClaims: ['sub'] }, ''],
  [{ decode: 'jwt', maskClaims: [] }, ''],
  [{ decode: 'jwt', extract: '(x)' }, ''],
])('a credential whose mask is told with %j is hidden, and that is said', (fields, at) => {
  const envVars = [{ name: 'TOKEN', mode: 'mask', ...fields }]
  const { settings, complaints } = checkSettings({ sandbox: { credentials: { envVars } } }, [])
  expect(settings.sandbox?.credentials?.envVars).toEqual(['TOKEN'])
  const place = ['sandbox.credentials.envVars.0', ...(at === '' ? [] : [at])].join('.')
  expect(complaints.map(({ key }) => key)).toEqual([place])
})

test.each([
  [{}, true, []],
  [true, true, []],
  [false, false, []],
  [{ caCertPath: '/c', caKeyPath: '/k' }, true, ['caCertPath', 'caKeyPath']],
  ['yes', undefined, ['']],
])('tlsTerminate: %j means %j', (value, meant, said) => {
  const { settings, complaints } = checkSettings({ sandbox: { network: { tlsTerminate: value } } }, [])
  expect(settings.sandbox?.network?.tlsTerminate).toBe(meant)
  expect(complaints.map(({ key }) => key)).toEqual(
    said.map(name => `sandbox.network.tlsTerminate${name === '' ? '' : `.${name}`}`),
  )
})

test.each([0, 65_536, 80.5, '80'])('%j is no port for a proxy of the sandbox', port => {
  const { settings, complaints } = checkSettings({ sandbox: { network: { httpProxyPort: port } } }, [])
  expect([settings.sandbox?.network, complaints.length]).toEqual([{}, 1])
})

test.each([
  ['yolo', 'expected one of default, acceptEdits, plan, auto, dontAsk, bypassPermissions, found "yolo"'],
  [
    'acceptEdit',
    'expected one of default, acceptEdits, plan, auto, dontAsk, bypassPermissions, found "acceptEdit"; did you mean "acceptEdits"?',
  ],
])('the mode %s that nobody knows is not used, and the rest of the file is', (defaultMode, message) => {
  const rest = { model: 'm', env: { A: 'b' } }
  const rules = { allow: ['Bash(ls)'], deny: ['Bash(rm *)'] }
  const checked = check({ ...rest, permissions: { ...rules, defaultMode } })
  expect(checked.complaints).toEqual([
    { key: 'permissions.defaultMode', path: ['permissions', 'defaultMode'], message },
  ])
  expect(checked).toMatchObject({ rejected: false, settings: { ...rest, permissions: rules } })
  expect(checked.settings.permissions?.defaultMode).toBeUndefined()
})

test('manual is another word for the default mode', () => {
  const checked = check({ permissions: { defaultMode: 'manual', deny: ['Bash'] } })
  expect(checked).toEqual({
    settings: { permissions: { defaultMode: 'default', deny: ['Bash'] } },
    complaints: [],
    rejected: false,
  })
})

test.each(['disabled', 'on', ''])('a switch that turns a mode off does so with the word %j, too', word => {
  const checked = check({
    permissions: { allow: ['Bash(ls)'], disableBypassPermissionsMode: word, disableAutoMode: word },
  })
  expect(checked.rejected).toBe(false)
  expect(checked.settings.permissions).toEqual({
    allow: ['Bash(ls)'],
    disableBypassPermissionsMode: 'disable',
    disableAutoMode: 'disable',
  })
})

test('a mode given twice rejects the file all the same', () => {
  const twice = checkSettings({ permissions: { defaultMode: 'yolo' } }, ['permissions.defaultMode'])
  expect(twice.rejected).toBe(true)
})
