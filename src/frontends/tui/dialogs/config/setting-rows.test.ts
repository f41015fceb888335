import { expect, test } from 'vitest'
import { settingRows } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { settingOptions, shownValue, stepFor } from './setting-rows.ts'

test('names stand in a column, values and their files behind them', async () => {
  const { config } = (await loadWords('en')).panels
  expect(settingOptions(settingRows, config).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'theme   dark | ~/.capstan/settings.json',
    'verbose not set | ',
    'model   opus | /w/.capstan/settings.json',
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
  const { config } = (await loadWords('en')).panels
  const base = { description: '', kind: 'boolean' } as const
  const rows = [
    { ...base, key: 'a', value: undefined, default: true, source: '' },
    { ...base, key: 'b', value: false, default: true, source: '~/.capstan/settings.json', layer: 'user' },
    { ...base, key: 'd', value: undefined, default: 'default', source: '' },
    { ...base, key: 'c', value: 1, source: '/etc/x.json', layer: 'managed', kind: 'fixed' },
  ] as const
  expect(settingOptions(rows, config).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'a on | default',
    'b off | your settings; default: on',
    'd default | ',
    'c 1 | set by your administrator',
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
