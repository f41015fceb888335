import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { chooseAssistant } from './options.ts'

interface Case {
  readonly flag?: true
  readonly left?: boolean
  readonly setting?: boolean
  readonly oneShot?: boolean
}

const choose = ({ flag, left, setting, oneShot }: Case, settings: object = {}) => {
  const said: string[] = []
  const chosen = chooseAssistant(
    {
      request: { overrides: flag ? { assistant: true } : {}, ...(oneShot ? { oneShot } : {}) },
      gathered: { settings: { ...settings, ...(setting === undefined ? {} : { assistant: setting }) } },
      session: { assistant: left },
      warn: text => void said.push(inEnglish(text)),
    },
    '/h/.capstan',
  )
  return { ...chosen.assistant, said: said.join() }
}

test.each<[string, Case, boolean, string]>([
  ['nothing', {}, false, ''],
  ['the flag', { flag: true }, true, ''],
  ['the setting', { setting: true }, true, ''],
  ['how it was left', { left: true }, true, 'Turn it off with /assistant off.'],
  ['how it was left, as the setting says', { left: true, setting: true }, true, ''],
  [
    'how it was left before the setting',
    { left: false, setting: true },
    false,
    'Turn it on with /assistant on.',
  ],
  ['the flag before how it was left', { flag: true, left: false }, true, ''],
])('assistant mode by %s', (_, given, on, said) => {
  const chosen = choose(given)
  expect(chosen.on).toBe(on)
  if (said === '') expect(chosen.said).toBe('')
  else expect(chosen.said).toContain(said)
})

test('it has a budget; a run that ends with its answer never has the mode', () => {
  expect(choose({})).toMatchObject({ dayUsd: 2, dayTicks: 48, book: '/h/.capstan/assistant.json' })
  expect(choose({}, { assistantDailyUsd: 0.5 }).dayUsd).toBe(0.5)
  expect(choose({ setting: true, left: true, oneShot: true })).toEqual({ said: '' })
})
