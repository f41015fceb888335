import { expect, test } from 'vitest'
import { allInEnglish } from '../../../../test/support/in-english.ts'
import { checkSettings as checkSettingsRaw } from '../check-settings.ts'

const checkSettings = (...given: Parameters<typeof checkSettingsRaw>) =>
  allInEnglish(checkSettingsRaw(...given))

const check = (value: unknown) => checkSettings(value, [])

test('everything a terminal goes by passes unchanged', () => {
  const settings = {
    theme: 'light-daltonized',
    editorMode: 'vim',
    uiLanguage: 'zh',
    verbose: true,
    prefersReducedMotion: true,
    axScreenReader: false,
    syntaxHighlightingDisabled: true,
    showTurnDuration: true,
    spinnerTipsEnabled: false,
    terminalProgressBarEnabled: false,
    terminalTitleDisabled: true,
    promptSuggestionEnabled: false,
    preferredNotifChannel: 'terminal_bell',
    statusLine: { type: 'command', command: '~/status.sh', padding: 2, refreshInterval: 5 },
    respectGitignore: false,
  }
  expect(check(settings)).toEqual({ settings, complaints: [], rejected: false })
})

test.each<[unknown, string, string]>([
  [
    { theme: 'drak' },
    'theme',
    'expected one of auto, dark, light, dark-daltonized, light-daltonized, dark-ansi, light-ansi, found "drak"; did you mean "dark"?',
  ],
  [{ editorMode: 'emacs' }, 'editorMode', 'expected one of normal, vim, found "emacs"'],
  [{ uiLanguage: true }, 'uiLanguage', 'expected one of en, zh, found a boolean'],
  [{ verbose: 'yes' }, 'verbose', 'expected true or false, found a string'],
  [
    { preferredNotifChannel: 'teminal_bell' },
    'preferredNotifChannel',
    'expected one of auto, terminal_bell, iterm2, iterm2_with_bell, kitty, ghostty, notifications_disabled, found "teminal_bell"; did you mean "terminal_bell"?',
  ],
  [{ statusLine: 'date' }, 'statusLine', 'expected an object, found a string'],
  [{ statusLine: { type: 'command' } }, 'statusLine.command', 'this key is missing'],
  [{ statusLine: { type: 'text', command: 'date' } }, 'statusLine.type', 'expected "command", found "text"'],
  [
    { statusLine: { type: 'command', command: 'date', padding: 1e9 } },
    'statusLine.padding',
    'expected a number from 0 to 20, found 1000000000',
  ],
  [
    { statusLine: { type: 'command', command: 'date', refreshInterval: '5' } },
    'statusLine.refreshInterval',
    'expected a number from 1 to 86400, found a string',
  ],
])('%j is reported with what was expected, and the rest of the file counts', (value, key, message) => {
  const { complaints, settings, rejected } = check({ ...(value as object), model: 'm' })
  expect(rejected).toBe(false)
  expect(settings.model).toBe('m')
  expect(complaints.map(complaint => [complaint.key, complaint.message])).toContainEqual([key, message])
})

test('a status line without its command is none', () => {
  expect(check({ statusLine: { type: 'command', command: ' ' } }).settings).toEqual({})
})

test('a bad detail of a status line leaves the rest of it', () => {
  const value = { statusLine: { type: 'command', command: 'date', refreshInterval: 0 } }
  expect(check(value).settings).toEqual({ statusLine: { type: 'command', command: 'date' } })
})
