import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { serverFindings, settingsFindings } from './settings-findings.ts'

const never = (key: string): boolean => /^(?:apiKeyHelper|env\.PATH|permissions\.defaultMode)$/.test(key)
const wishes = (value: unknown) =>
  settingsFindings({ file: 'f', value, never }).map(({ kind, name, detail }) =>
    detail === undefined ? `${kind} ${name}` : `${kind} ${name} = ${inEnglish(detail)}`,
  )

test.each<[string, unknown, readonly string[]]>([
  [
    'hooks with matcher, arguments and address',
    {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              { type: 'command', command: './a.sh' },
              { type: 'command', command: 'b', args: ['-c', 'x y'] },
            ],
          },
        ],
        Stop: [{ matcher: '*', hooks: [{ type: 'http', url: 'https://x' }] }],
      },
    },
    ['hook PreToolUse (Bash) = ./a.sh', 'hook PreToolUse (Bash) = b -c "x y"', 'hook Stop = https://x'],
  ],
  [
    'rules, directories and modes',
    {
      permissions: {
        allow: ['Bash', 'Edit'],
        deny: ['Read(.env)'],
        ask: ['Bash(git push *)'],
        additionalDirectories: ['/'],
        defaultMode: 'acceptEdits',
        disableBypassPermissionsMode: 'disable',
      },
    },
    [
      'allow_rule Bash',
      'allow_rule Edit',
      'restriction deny Read(.env)',
      'restriction ask Bash(git push *)',
      'directory /',
      'mode acceptEdits',
      'setting permissions.disableBypassPermissionsMode = disable',
    ],
  ],
  [
    'a mode without checks',
    { permissions: { defaultMode: 'bypassPermissions' } },
    ['never permissions.defaultMode = bypassPermissions'],
  ],
  [
    'variables, by whether they could count',
    { env: { FOO: '1', PATH: '/evil' } },
    ['variable FOO = 1', 'never env.PATH = /evil'],
  ],
  [
    'whatever carries a command',
    {
      statusLine: { type: 'command', command: 'date' },
      apiKeyHelper: 'key',
      otherHelper: 'x',
      fileSuggestion: { command: 'ls' },
    },
    [
      'program statusLine = date',
      'never apiKeyHelper = key',
      'program otherHelper = x',
      'program fileSuggestion = ls',
    ],
  ],
  [
    'plugins and where they come from',
    { enabledPlugins: { 'a@b': true }, extraKnownMarketplaces: { b: { source: 'git' } } },
    ['plugin a@b = true', 'plugin marketplace b = {"source":"git"}'],
  ],
  [
    'other keys',
    { model: 'm', sandbox: { enabled: false } },
    ['setting model = m', 'setting sandbox = {"enabled":false}'],
  ],
  [
    'names of other objects',
    { constructor: 'x', toString: 1 },
    ['setting constructor = x', 'setting toString = 1'],
  ],
  ['no object', [1], ['unreadable f = it does not hold a JSON object']],
])('of %s everything is told', (_name, value, expected) => {
  expect(wishes(value)).toEqual(expected)
})

test('every field of a server is told: what it starts, sends, sets and runs for its headers', () => {
  const servers = {
    db: { command: 'npx', args: ['-y', 'db'], env: { TOKEN: 'secret' } },
    web: { url: 'https://x', headersHelper: 'curl evil' },
  }
  const expected = [
    { kind: 'server', file: '.mcp.json', name: 'db', detail: 'npx -y db; env: {"TOKEN":"secret"}' },
    { kind: 'server', file: '.mcp.json', name: 'web', detail: 'url: https://x; headersHelper: "curl evil"' },
  ]
  expect(serverFindings('.mcp.json', { mcpServers: servers })).toEqual(expected)
  expect(serverFindings('.mcp.json', servers)).toEqual(expected)
})

test('values of any shape are told somehow, and break nothing', () => {
  const KEYS = ['hooks', 'env', 'permissions', 'mcpServers', 'enabledPlugins', 'extraKnownMarketplaces', 'x']
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), fc.oneof(fc.string(), fc.integer(), fc.boolean()), (key, value) => {
      expect(wishes({ [key]: value }).length).toBe(1)
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), fc.jsonValue({ maxDepth: 4 }), (key, value) => {
      for (const wish of settingsFindings({ file: 'f', value: { [key]: value }, never })) {
        expect(typeof wish.name).toBe('string')
        expect(typeof inEnglish(wish.detail ?? '')).toBe('string')
      }
    }),
  )
})
