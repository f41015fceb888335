import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { testPolicy } from '../../../test/support/test-policy.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { SettingsSource } from '../../protocol/settings.ts'
import { parseJsonc } from './jsonc.ts'
import { loadSettings as loadSettingsRaw, type SettingsPaths, settingsFiles } from './load.ts'
import { locateKeys } from './locate-keys.ts'
import { createRuleLines } from './rule-lines.ts'
import { rulesOf } from './rules-of.ts'

const loadSettings = (...given: Parameters<typeof loadSettingsRaw>) => allInEnglish(loadSettingsRaw(...given))

const owner = process.getuid?.() ?? 0

const placesIn = (root: string, more: Partial<SettingsPaths> = {}): SettingsPaths => ({
  configHome: join(root, 'home/.capstan'),
  compatHome: join(root, 'home/.claude'),
  projectDir: join(root, 'repo'),
  localDir: join(root, 'repo'),
  sources: ['user', 'project', 'local'],
  trusted: true,
  compat: true,
  policy: testPolicy,
  managed: [
    { path: join(root, 'etc/capstan/managed-settings.json'), owner },
    { path: join(root, 'etc/claude-code/managed-settings.json'), owner },
  ],
  flag: join(root, 'flag.json'),
  ...more,
})

/** From the lowest to the highest. */
const LEVELS: readonly (readonly [SettingsSource, string])[] = [
  ['user', 'home/.claude/settings.json'],
  ['user', 'home/.capstan/settings.json'],
  ['project', 'repo/.claude/settings.json'],
  ['project', 'repo/.capstan/settings.json'],
  ['local', 'repo/.claude/settings.local.json'],
  ['local', 'repo/.capstan/settings.local.json'],
  ['flag', 'flag.json'],
  ['managed', 'etc/claude-code/managed-settings.json'],
  ['managed', 'etc/claude-code/managed-settings.d/10.json'],
  ['managed', 'etc/capstan/managed-settings.json'],
  ['managed', 'etc/capstan/managed-settings.d/10.json'],
]

const put = (root: string, file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test('each level wins over all below it, and lists hold what every level says', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 'flag.json', '{}')
  for (const [index, [, file]] of LEVELS.entries()) {
    const settings = { model: file, permissions: { deny: [`Bash(${index})`] } }
    put(tmp.path, file, JSON.stringify(settings))
    const { merged, problems } = loadSettings(placesIn(tmp.path))
    expect(problems).toEqual([])
    expect(merged).toEqual({
      model: file,
      permissions: { deny: LEVELS.slice(0, index + 1).map((_, at) => `Bash(${at})`) },
    })
  }
  expect(settingsFiles(placesIn(tmp.path))).toEqual(
    LEVELS.map(([source, file]) => ({ source, file: join(tmp.path, file) })),
  )
})

test('policy written for the other program holds even when its other files are not read', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 'etc/claude-code/managed-settings.json', '{"permissions": {"deny": ["Bash"]}}')
  const { flag: _flag, ...places } = placesIn(tmp.path, { compat: false })
  expect(loadSettings(places).merged).toEqual({ permissions: { deny: ['Bash'] } })
})

test('a rule is known by its file and line, text from the command line by none', async () => {
  await using tmp = tmpDir()
  const text =
    '{\n  // why\n  "permissions": {\n    "allow": ["A",\n      "B"],\r\n    "deny": [/*\n*/ "D"]\n  }\n}'
  put(tmp.path, 'repo/.capstan/settings.json', text)
  const flag = '{"permissions": {"ask": ["Q"]}}'
  const rules = rulesOf(loadSettings(placesIn(tmp.path, { flag })).layers)
  const file = join(tmp.path, 'repo/.capstan/settings.json')
  expect(rules.map(rule => [rule.text, rule.place])).toEqual([
    ['Q', undefined],
    ['D', { file, line: 7 }],
    ['A', { file, line: 4 }],
    ['B', { file, line: 5 }],
  ])
})

test('a file without rules has no lines to count', () => {
  const text =
    '{"model": "m", "permissions": {"defaultMode": "plan", "allow": []}, "hooks": {"allow": ["x"]}}'
  const lines = createRuleLines(text)
  parseJsonc(text, lines.visit)
  expect(lines.lines()).toEqual({})
})

test.each<[string, readonly string[], number, number]>([
  ['{"model": 5}', ['model'], 1, 2],
  [
    '{\n  "permissions": {\n    "deny": [\n      "a",\n      7\n    ]\n  }\n}',
    ['permissions', 'deny', '1'],
    5,
    7,
  ],
  ['{\n "a": {\n  "b": 1 } }', ['a', 'missing', 'more'], 2, 2],
  ['// c\n []', [], 2, 2],
  ['{"a.b": 1, "a": {"b": 2}}', ['a', 'b'], 1, 18],
])('in %j the key %j stands at %i:%i', (text, path, line, column) => {
  expect(locateKeys(text, [path])).toEqual([{ line, column }])
})

test('a complaint says file, line, column, key, what was expected and what was found', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 'repo/.capstan/settings.json', '{\n  "autoCompactEnabled": "yes",\n  "permisions": {}\n}')
  put(tmp.path, 'home/.capstan/settings.json', '{\n  "permissions": {\n    "deny": [7]\n  }\n}')
  const { flag: _flag, ...places } = placesIn(tmp.path)
  expect(loadSettings(places).problems.map(({ kind, message }) => [kind, message])).toEqual([
    [
      'rejected',
      `${tmp.path}/home/.capstan/settings.json is used only for its deny and ask rules, because of permissions.deny.0 at 3:14: expected a string, found a number`,
    ],
    [
      'invalid',
      `${tmp.path}/repo/.capstan/settings.json:2:3: autoCompactEnabled: expected true or false, found a string`,
    ],
    [
      'note',
      `${tmp.path}/repo/.capstan/settings.json:3:3: permisions: no setting has this name; did you mean "permissions"?`,
    ],
  ])
})
