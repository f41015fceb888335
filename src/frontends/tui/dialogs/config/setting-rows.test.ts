import { expect, test } from 'vitest'
import { settingRows } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { settingOptions, shownValue, stepFor } from './setting-rows.ts'

test('names stand in a column, values and their files behind them', async () => {
  const { config } = (await loadWords('en')).panels
  expect(settingOptions(settingRows, config).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'theme   dark | ~/.capstan/settings.json',
    'verbose – | default',
    'model   opus | /w/.capstan/settings.json',
  ])
  expect([true, false, null, 3, ['a'], 'x\u0007'].map(value => shownValue(value, config))).toEqual([
    'on',
    'off',
    '–',
    '3',
    '["a"]',
    'x\\u{7}',
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
