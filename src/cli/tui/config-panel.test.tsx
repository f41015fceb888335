import { expect, test } from 'vitest'
import { type FakeUi, openFakeUi } from '../../../test/support/fake-ui.tsx'
import { SETTING_WORDS } from '../../features/settings/rows/setting-words.ts'
import { ConfigPanel } from '../../frontends/tui/dialogs/config/config-panel.tsx'
import { aboutSetting, settingFacts } from '../../frontends/tui/dialogs/config/setting-rows.ts'
import type { OfferedSetting } from '../../frontends/tui/ports/settings-port.ts'
import { loadWords } from '../../frontends/tui/text/words.ts'
import { wrapAnsi } from '../../lib/ansi-text.ts'
import { settingKinds } from './setting-kinds.ts'

const LONG = `Bash(${'npm run build:everything '.repeat(6)}:*)`

/** All settings of the program, some of them set to more than a row can show. */
const offered = (): readonly OfferedSetting[] =>
  settingKinds().map(({ row: _, ...kind }) => {
    const description = SETTING_WORDS[kind.key] ?? { en: '', zh: '' }
    const isSet = ['permissions.allow', 'model', 'statusLine'].includes(kind.key)
    return isSet
      ? { ...kind, description, value: [LONG], source: '~/.capstan/settings.json', layer: 'user' }
      : { ...kind, description, value: undefined, source: '' }
  })

const open = async (columns: number, rows: number, language: 'en' | 'zh'): Promise<FakeUi> => {
  const settings = { rows: async () => offered() }
  const fake = await openFakeUi({ columns, rows, language, ports: { settings } })
  await fake.mount(<ConfigPanel params={undefined} close={() => {}} />)
  await fake.settle()
  return fake
}

/** Line ends of the screen aside. */
const flat = (text: string): string => text.replaceAll(/\s+/g, '')

/** Those of which most is to be told, and those that are set. */
const longest = (): readonly OfferedSetting[] => {
  const all = offered().toSorted((a, b) => b.description.en.length - a.description.en.length)
  return all.filter((setting, at) => at < 5 || setting.value !== undefined)
}

test.each([
  ['en', 80, 24],
  ['zh', 80, 24],
  ['en', 60, 20],
] as const)(
  'in %s at %i columns and %i rows nothing of a setting that is pointed at is cut',
  async (language, columns, rows) => {
    await using fake = await open(columns, rows, language)
    const words = fake.ui.words.panels
    const colon = language === 'zh' ? '：' : ': '
    for (const setting of longest()) {
      await fake.paste(setting.key)
      // Those whose key only begins so come first.
      for (let tried = 0; !flat(fake.text()).includes(flat(`${setting.key}${colon}`)) && tried < 12; tried++)
        await fake.press('down')
      expect(flat(fake.text())).toContain(flat(`${setting.key}${colon}${aboutSetting(setting, words)}`))
      if (setting.value !== undefined) expect(flat(fake.text())).toContain(flat(LONG))
      expect(fake.screen().length).toBeLessThanOrEqual(rows)
      await fake.press('escape')
    }
  },
)

test('what is told of any setting fits below the list at 80 columns', async () => {
  for (const language of ['en', 'zh'] as const) {
    const { panels } = await loadWords(language)
    const rows = offered().map(setting => wrapAnsi(settingFacts(setting, panels), 78).length)
    expect(Math.max(...rows)).toBeLessThanOrEqual(6)
  }
})

test('the first screen is sections with their settings; what only files change is one line at the end', async () => {
  await using fake = await open(80, 24, 'en')
  expect(fake.text()).toContain('Terminal and editor')
  expect(fake.text()).toMatch(/❯ Color theme +auto +default/)
  await fake.press('up')
  expect(fake.text()).toMatch(/❯ Show \d+ more that are changed in a settings file/)
  expect(fake.text()).toContain('Sessions and costs')
  expect(fake.text()).not.toMatch(/editor +in a settings file/)
  await fake.press('enter')
  expect(fake.text()).toMatch(/Terminal and editor +in a settings file\n ❯ /)
  expect(fake.text()).toContain('languageServers: ')
})

test('typing searches names, keys, descriptions and sections, in Chinese too', async () => {
  await using english = await open(80, 24, 'en')
  await english.paste('context and memory')
  expect(english.text()).toContain('Compact automatically when the context is')
  expect(english.text()).not.toContain('Color theme')
  await using chinese = await open(80, 24, 'zh')
  await chinese.type('压缩')
  expect(chinese.text()).toContain('上下文与记忆')
  expect(chinese.text()).toContain('上下文将满时自动压缩')
  expect(chinese.text()).not.toContain('界面语言')
})
