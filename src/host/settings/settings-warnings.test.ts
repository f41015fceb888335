import { expect, test } from 'vitest'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { settingsWarnings as warningsOf } from './settings-warnings.ts'

const settingsWarnings = (...given: Parameters<typeof warningsOf>) =>
  warningsOf(...given).map(({ text }) => text)

const folder = { root: '/p', cwd: '/p/sub' }
const wish = (key: string, more: Partial<SettingsProblem> = {}): SettingsProblem => ({
  kind: 'ignored',
  source: 'project',
  file: '/p/sub/.capstan/settings.json',
  key,
  waits: 'trust',
  message: verbatim(`${key} is ignored`),
  ...more,
})

test('nothing wrong is nothing said', () => {
  expect(settingsWarnings([], folder)).toEqual([])
})

test('what an untrusted folder wants is one block that says how to trust', () => {
  const { waits: _, ...never } = wish('apiKeyHelper')
  const said = settingsWarnings(
    [
      wish('hooks'),
      wish('env'),
      never,
      wish('model', { source: 'local', file: '/p/.claude/settings.local.json' }),
      { kind: 'invalid', source: 'user', file: '/u', message: verbatim('your own mistake') },
    ],
    folder,
  )
  expect(said).toEqual([
    'your own mistake',
    [
      'This folder is not trusted (/p), so these settings are ignored:',
      '  .capstan/settings.json: hooks, env, apiKeyHelper',
      '  ../.claude/settings.local.json: model',
      'Its deny and ask rules still apply. Run "capstan trust" to review and trust it; --trust or CAPSTAN_TRUST_WORKSPACE=1 trusts it for one run.',
    ].join('\n'),
  ])
})

test('what a trusted folder may never set is said in one line per file and reason', () => {
  const never = (key: string, file: string): SettingsProblem => ({
    kind: 'ignored',
    source: 'project',
    file,
    key,
    why: verbatim('never'),
    message: verbatim(`${key} is ignored`),
  })
  expect(settingsWarnings([never('a', '/x'), never('b', '/y'), never('c', '/x')], folder)).toEqual([
    '/x: a, c are ignored: never',
    'b is ignored',
  ])
})

test('however much there is, little is said', () => {
  const many = Array.from({ length: 1000 }, (_, index) => index)
  const keys = settingsWarnings(
    many.map(index => wish(`env.V${index}`)),
    folder,
  )
  expect(keys).toHaveLength(1)
  expect(keys[0]).toContain('env.V11 and 988 more')
  const files = settingsWarnings(
    many.map(index => wish('env', { file: `/p/${index}` })),
    folder,
  )
  expect(files[0]).toContain('and 992 more files')
  const lines = settingsWarnings(
    many.map(index => ({ kind: 'invalid', source: 'project', file: '/p/x', message: verbatim(`m${index}`) })),
    folder,
  )
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toBe('… and 980 more about settings files.')
})
