import { expect, test } from 'vitest'
import { settingRows } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { settingFacts, settingOptions, shownValue, stepFor } from './setting-rows.ts'

const listed = (options: ReturnType<typeof settingOptions>) =>
  options.map(({ label, detail = '', folded }) => `${folded ? '(folded) ' : ''}${label} | ${detail}`)

test('sections stand above their settings; names stand in a column, values and their files behind them', async () => {
  const { panels } = await loadWords('en')
  const { config } = panels
  expect(listed(settingOptions(settingRows, { words: panels, width: 78 }))).toEqual([
    'Terminal and editor | ',
    'Colours   dark | ~/.capstan/settings.json',
    'Unfolded  not set | ',
    'Model and answers | ',
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

const unsaid = { en: '', zh: '' }
const base = { description: unsaid, kind: 'boolean', section: 'model' } as const

test('every value is shown with whose file it comes from; file and default are told below the list', async () => {
  const { panels } = await loadWords('en')
  const rows = [
    { ...base, key: 'a', value: undefined, default: true, source: '' },
    { ...base, key: 'b', value: false, default: true, source: '~/.capstan/settings.json', layer: 'user' },
    { ...base, key: 'd', value: undefined, default: 'default', source: '' },
    { ...base, key: 'c', value: 1, source: '/etc/x.json', layer: 'managed', kind: 'fixed' },
  ] as const
  expect(listed(settingOptions(rows, { words: panels, width: 78 }))).toEqual([
    'Model and answers | ',
    'a  on | default',
    'b  off | your settings',
    'd  default | ',
    'c  1 | set by your administrator',
  ])
  expect(rows.map(each => settingFacts(each, panels))).toEqual([
    'a: ',
    'b:  · set in ~/.capstan/settings.json · default: on',
    'd: ',
    'c:  · set in /etc/x.json',
  ])
  expect(rows.map(stepFor)).toEqual([
    { kind: 'write', value: false },
    { kind: 'write', value: true },
    { kind: 'write', value: true },
    { kind: 'elsewhere', key: 'c' },
  ])
})

test('what only a file changes is behind one line, unless it is set', async () => {
  const { panels } = await loadWords('en')
  const rows = [
    { ...base, key: 'hooks', value: {}, source: '/w/s.json', kind: 'fixed' },
    { ...base, key: 'here', value: true, source: '' },
    { ...base, key: 'env', value: undefined, source: '', kind: 'fixed' },
  ] as const
  const words = { words: panels, width: 78 }
  expect(listed(settingOptions(rows, words))).toEqual([
    'Model and answers | ',
    'hooks  {} | /w/s.json',
    'here   on | default',
    'Show 1 more that is changed in a settings file | ',
    '(folded) Model and answers | in a settings file',
    '(folded) env    not set | ',
  ])
  expect(listed(settingOptions(rows, { ...words, unfolded: true })).slice(3)).toEqual([
    'Model and answers | in a settings file',
    'env    not set | ',
  ])
})

const row = { key: 'k', source: '', description: unsaid, section: 'model' } as const
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
    {
      ...row,
      key: 'editorMode',
      kind: 'text',
      value: 'vim',
      description: { en: 'Prompt editing: normal or vim', zh: '输入框按键：常规或 vim' },
    },
    {
      ...row,
      key: 'theme',
      kind: 'text',
      value: 'dark',
      description: { en: 'Color theme', zh: '终端界面的颜色' },
    },
    { ...row, key: 'new', kind: 'text', value: 1, description: { en: 'long '.repeat(20), zh: '' } },
  ] as const
  const shown = async (language: 'en' | 'zh') =>
    settingOptions(rows.slice(0, 2), { words: (await loadWords(language)).panels, width: 78 })
      .slice(1)
      .map(({ label, also }) => [label, also])
  expect(await shown('en')).toEqual([
    ['Prompt editing  vim', 'editorMode Prompt editing: normal or vim Model and answers'],
    ['Color theme     dark', 'theme Color theme Model and answers'],
  ])
  expect(await shown('zh')).toEqual([
    ['输入框按键      vim', 'editorMode 输入框按键：常规或 vim 模型与回答'],
    ['终端界面的颜色  dark', 'theme 终端界面的颜色 模型与回答'],
  ])
  const [, cut] = settingOptions(rows.slice(2), { words: (await loadWords('en')).panels, width: 78 })
  expect(cut?.label).toMatch(/^(long ){8}long… {2}1$/)
})
