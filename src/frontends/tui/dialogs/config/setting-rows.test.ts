import { expect, test } from 'vitest'
import { settingRows } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { settingOptions, shownValue, stepFor } from './setting-rows.ts'

test('names stand in a column, values and their files behind them', async () => {
  const { panels } = await loadWords('en')
  const { config } = panels
  expect(settingOptions(settingRows, panels).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'Colours   dark | ~/.capstan/settings.json',
    'Unfolded  not set | ',
    'Model     opus | /w/.capstan/settings.json',
  ])
  expect([true, false, null, 3, ['a'], 'x\u0007'].map(value => shownValue(value, config))).toEqual([
    'on',
    'off',
    'not set',
    '3',
    '["a"]',
    'x\\u{7}',
  ])
})

test('every value is shown with its default and in words where it comes from', async () => {
  const { panels } = await loadWords('en')
  const base = { description: '', kind: 'boolean' } as const
  const rows = [
    { ...base, key: 'a', value: undefined, default: true, source: '' },
    { ...base, key: 'b', value: false, default: true, source: '~/.capstan/settings.json', layer: 'user' },
    { ...base, key: 'd', value: undefined, default: 'default', source: '' },
    { ...base, key: 'c', value: 1, source: '/etc/x.json', layer: 'managed', kind: 'fixed' },
  ] as const
  expect(settingOptions(rows, panels).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'a  on | default',
    'b  off | your settings; default: on',
    'd  default | ',
    'c  1 | set by your administrator',
  ])
  expect(rows.map(stepFor)).toEqual([
    { kind: 'write', value: false },
    { kind: 'write', value: true },
    { kind: 'write', value: true },
    { kind: 'elsewhere', key: 'c' },
  ])
})

const row = { key: 'k', source: '', description: '' }
test.each([
  [{ ...row, kind: 'boolean', value: undefined } as const, { kind: 'write', value: true }],
  [{ ...row, kind: 'boolean', value: true } as const, { kind: 'write', value: false }],
  [
    { ...row, kind: 'choice', value: 'a', choices: ['a', 'b'] } as const,
    { kind: 'choose', choices: ['a', 'b'] },
  ],
  [{ ...row, kind: 'text', value: undefined } as const, { kind: 'type', text: '' }],
  [{ ...row, kind: 'text', value: 80 } as const, { kind: 'type', text: '80' }],
])('choosing %j leads to %j', (setting, step) => {
  expect(stepFor(setting)).toEqual(step)
})

test('settings are named in words, in the language of the screen; a search finds them by their key', async () => {
  const rows = [
    { ...row, key: 'editorMode', kind: 'text', value: 'vim', description: 'Prompt editing: normal or vim' },
    { ...row, key: 'theme', kind: 'text', value: 'dark', description: 'Color theme' },
    { ...row, key: 'new', kind: 'text', value: 1, description: `${'long '.repeat(20)}` },
  ] as const
  const shown = async (language: 'en' | 'zh') =>
    settingOptions(rows.slice(0, 2), (await loadWords(language)).panels).map(({ label, also }) => [
      label,
      also,
    ])
  expect(await shown('en')).toEqual([
    ['Prompt editing  vim', 'editorMode'],
    ['Color theme     dark', 'theme'],
  ])
  expect(await shown('zh')).toEqual([
    ['输入框按键      vim', 'editorMode'],
    ['终端界面的颜色  dark', 'theme'],
  ])
  const [cut] = settingOptions(rows.slice(2), (await loadWords('en')).panels)
  expect(cut?.label).toMatch(/^(long ){9}… {2}1$/)
})
