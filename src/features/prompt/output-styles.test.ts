import { expect, test } from 'vitest'
import { en } from './locales/en.ts'
import { zh } from './locales/zh.ts'
import { BUILT_IN_STYLES, styleText } from './output-styles.ts'

test.each(BUILT_IN_STYLES.map(style => [style.name, style] as const))(
  '%s has its text in every language and keeps our advice',
  (name, style) => {
    expect(styleText(style, en)).toMatch(new RegExp(`^# Output style: ${name}\\n\\w`))
    expect(styleText(style, zh)).toContain(name)
    expect(styleText(style, zh)).not.toBe(styleText(style, en))
    expect(style.keepWork).toBe(true)
  },
)

test('the text of a file is used as it is', () => {
  const style = { name: 'Pirate', description: '', text: { own: 'Arr.' }, keepWork: false }
  expect(styleText(style, en)).toBe('# Output style: Pirate\nArr.')
})
