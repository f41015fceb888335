import { expect, test } from 'vitest'
import { SETTING_ROWS } from '../../features/settings/rows/index.ts'
import { SETTING_WORDS } from '../../features/settings/rows/setting-words.ts'
import { settingKinds, settingValue } from './setting-kinds.ts'

const find = (key: string) => {
  const kind = settingKinds().find(each => each.key === key)
  if (!kind) throw new Error(`${key} is not offered`)
  return kind
}

test('what people look for first comes first, and no place is given twice', () => {
  const kinds = settingKinds()
  expect(kinds.slice(0, 7).map(({ key }) => key)).toEqual([
    'theme',
    'uiLanguage',
    'editorMode',
    'model',
    'effortLevel',
    'alwaysThinkingEnabled',
    'permissions.defaultMode',
  ])
  const places = kinds.flatMap(({ row }) => row.edit?.at ?? [])
  expect(places).toEqual([...new Set(places)])
})

test('every setting is shown, with words', () => {
  const shown = settingKinds().map(({ key }) => key)
  expect(shown.toSorted()).toEqual(SETTING_ROWS.map(({ key }) => key).sort())
  expect(Object.keys(SETTING_WORDS).sort()).toEqual(shown.toSorted())
})

test.each([
  ['verbose', 'boolean', undefined],
  ['editorMode', 'choice', ['normal', 'vim']],
  ['effortLevel', 'choice', ['low', 'medium', 'high', 'xhigh', 'max']],
  ['model', 'text', undefined],
  ['compaction.percent', 'text', undefined],
])('%s is offered as a %s', (key, kind, choices) => {
  const { kind: found, choices: offered } = find(key)
  expect([found, offered]).toEqual([kind, choices])
})

test.each<[string, unknown, unknown]>([
  ['verbose', true, true],
  ['editorMode', 'vim', 'vim'],
  ['compaction.percent', '60', 60],
  ['model', 'opus', 'opus'],
])('%s takes %j as %j', (key, typed, value) => {
  expect(settingValue(find(key), typed)).toBe(value)
})

test.each<[string, unknown, string]>([
  ['verbose', 'yes', 'verbose is either on or off.'],
  ['editorMode', 'emacs', 'editorMode must be one of normal, vim.'],
  ['compaction.percent', 'half', 'compaction.percent must be a number.'],
  ['compaction.percent', '150', 'compaction.percent: expected a percentage, at most 100, found 150.'],
  ['model', ' ', 'model: expected a string that is not empty, found a string.'],
])('%s does not take %j', (key, typed, why) => {
  expect(() => settingValue(find(key), typed)).toThrow(why)
})
