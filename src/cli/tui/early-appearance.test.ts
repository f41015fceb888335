import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import {
  isLightBy,
  languageOfFlag,
  readEarlyAppearance,
  saveEarlyAppearance,
  themeFor,
} from './early-appearance.ts'

const FIRST = { theme: 'auto', language: 'en', plain: false, light: false, helped: false, starts: 0 }

test('the first run looks as usual, the next as the last', async () => {
  await using tmp = tmpDir()
  expect(readEarlyAppearance(tmp.path, {})).toEqual(FIRST)
  const look = {
    theme: 'light-ansi',
    language: 'zh',
    plain: true,
    light: true,
    helped: true,
    starts: 3,
  } as const
  saveEarlyAppearance(tmp.path, look)
  expect(readEarlyAppearance(tmp.path, {})).toEqual(look)
})

test.each(['', '[]', 'null', '{"theme":1,"language":"xx","plain":"yes"}'])(
  'a damaged file (%j) counts as none',
  async text => {
    await using tmp = tmpDir()
    mkdirSync(join(tmp.path, 'state'))
    writeFileSync(join(tmp.path, 'state/look.json'), text)
    expect(readEarlyAppearance(tmp.path, {})).toEqual(FIRST)
  },
)

test('the language is that of the settings as they are now; where they choose none, that of the last run', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'settings.json'), '{\n  // mine\n  "uiLanguage": "zh",\n}\n')
  expect(readEarlyAppearance(tmp.path, {})).toEqual({ ...FIRST, language: 'zh' })
  saveEarlyAppearance(tmp.path, { ...FIRST, language: 'en', starts: 1 })
  expect(readEarlyAppearance(tmp.path, {}).language).toBe('zh')
  writeFileSync(join(tmp.path, 'settings.json'), '{}')
  expect(readEarlyAppearance(tmp.path, {}).language).toBe('en')
})

test.each([
  ['{"uiLanguage":"zh"}', 'zh'],
  [' { "uiLanguage" : "en" }', 'en'],
  ['{"uiLanguage":"xx"}', undefined],
  ['{}', undefined],
  ['run.json', 'zh'],
  ['missing.json', undefined],
  [undefined, undefined],
])('settings of the command line %j choose %j', async (flag, language) => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'run.json'), '{ "uiLanguage": "zh" }')
  expect(languageOfFlag(flag, tmp.path)).toBe(language)
})

test('a place that cannot be written to is no obstacle', () => {
  expect(() => saveEarlyAppearance('/dev/null/nowhere', { ...FIRST, language: 'zh' })).not.toThrow()
})

const BLACK = { red: 0, green: 0, blue: 0 }
test.each([
  ['auto', undefined, false, 'dark'],
  ['auto', undefined, true, 'light'],
  ['auto', BLACK, true, 'dark'],
  ['dark', undefined, true, 'dark'],
  ['light-daltonized', BLACK, false, 'light-daltonized'],
] as const)('for %s, background %j, last light %j: %s', (choice, background, light, theme) => {
  expect(themeFor(choice, background, { light })).toBe(theme)
})

test.each([
  ['0;15', true],
  ['0;default;15', true],
  ['0;7', true],
  ['15;0', false],
  ['15;default;0', false],
  ['7;8', false],
  ['15;default', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('a terminal that says COLORFGBG=%s is light: %s', (said, light) => {
  expect(isLightBy(said)).toBe(light)
})

test('a pipe in its place is no reason to wait', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'state'))
  execFileSync('mkfifo', [join(tmp.path, 'state', 'look.json')])
  expect(readEarlyAppearance(tmp.path, {})).toEqual(FIRST)
})
