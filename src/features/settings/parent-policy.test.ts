import { expect, test } from 'vitest'
import { parentPolicy } from './parent-policy.ts'

test.each([
  ['what restricts is kept', { permissions: { deny: ['Bash'], ask: ['Edit'] }, deniedMcpServers: [] }],
  ['a sandbox may be demanded', { sandbox: { enabled: true, network: { deniedDomains: ['x.example'] } } }],
])('%s', (_, given) => expect(parentPolicy(given)).toEqual(given))

test.each([
  [
    'what allows more is dropped',
    { permissions: { allow: ['Bash'], additionalDirectories: ['/'] }, env: {} },
    {},
  ],
  ['a sandbox is not switched off', { sandbox: { enabled: false, network: { allowedDomains: ['*'] } } }, {}],
  [
    'all hooks off leaves those of the administrator',
    { disableAllHooks: 'yes' },
    { allowManagedHooksOnly: true },
  ],
  ['hooks that stay on say nothing', { disableAllHooks: 'false' }, {}],
])('%s', (_, given, expected) => expect(parentPolicy(given)).toEqual(expected))
