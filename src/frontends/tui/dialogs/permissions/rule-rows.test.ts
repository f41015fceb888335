import { beforeAll, expect, test } from 'vitest'
import { panelAnswers } from '../../../../../test/support/panel-world.ts'
import type { Rule } from '../../../../protocol/permission.ts'
import { loadWords, type Words } from '../../text/words.ts'
import { additionOf, parseRule, removalOf, ruleRows, TABS } from './rule-rows.ts'

let words: Words['panels']['permissions']
beforeAll(async () => {
  words = (await loadWords('en')).panels.permissions
})

test('each side shows its own, with the file and line it stands in', () => {
  const { permissions, effects = [] } = panelAnswers
  if (!permissions) throw new Error('no permissions')
  const shown = Object.fromEntries(
    TABS.map(tab => [
      tab,
      ruleRows(tab, { permissions, effects }, { words, cwd: '/w' }).map(
        ({ label, detail }) => `${label} | ${detail ?? ''}`,
      ),
    ]),
  )
  expect(shown).toEqual({
    allow: [
      'Bash(npm test *) | .capstan/settings.local.json:4',
      'Read(/etc/**) | /etc/capstan/managed-settings.json:2',
    ],
    ask: [],
    deny: ['Bash(rm *) | this session'],
    directories: ['/w | where you started Capstan', '/shared | '],
    denied: ['rm -rf / | the person said no'],
  })
})

test.each([
  ['Bash', { toolName: 'Bash' }],
  [' Bash(git *) ', { toolName: 'Bash', ruleContent: 'git *' }],
  ['Bash(echo (a))', { toolName: 'Bash', ruleContent: 'echo (a)' }],
  ['mcp__server__tool', { toolName: 'mcp__server__tool' }],
  ['mcp__server__*', { toolName: 'mcp__server__*' }],
  ['Bash(', undefined],
  ['git push', undefined],
  ['', undefined],
])('%s is read as %j', (text, rule) => {
  expect(parseRule(text)).toEqual(rule)
})

const rule = (source: Rule['source'], text = 'Bash(ls)'): Rule => ({
  text,
  behavior: 'ask',
  source,
  anchor: '/',
})

test.each([
  ['user', 'userSettings'],
  ['project', 'projectSettings'],
  ['local', 'localSettings'],
  ['session', 'session'],
] as const)('a rule of %s is removed from %s', (source, destination) => {
  expect(removalOf(rule(source))).toEqual({
    type: 'removeRules',
    rules: [{ toolName: 'Bash', ruleContent: 'ls' }],
    behavior: 'ask',
    destination,
  })
})

test('what the administrator or the command line says is not removed here', () => {
  expect([removalOf(rule('managed')), removalOf(rule('cli'))]).toEqual([undefined, undefined])
})

test('a directory is added as it is typed', () => {
  expect(additionOf('directories', ' ../x ', 'session')).toEqual({
    type: 'addDirectories',
    directories: ['../x'],
    destination: 'session',
  })
  expect(additionOf('directories', ' ', 'session')).toBeUndefined()
})
