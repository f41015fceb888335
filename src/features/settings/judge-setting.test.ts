import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { describeSetting as describeSettingRaw, judgeSetting as judgeSettingRaw } from './judge-setting.ts'

const describeSetting = (...given: Parameters<typeof describeSettingRaw>) =>
  allInEnglish(describeSettingRaw(...given))

const judgeSetting = (...given: Parameters<typeof judgeSettingRaw>) => allInEnglish(judgeSettingRaw(...given))

test.each<[string, string | number | boolean, 'user' | 'project' | 'local', string]>([
  ['theme', 'dark', 'user', 'now'],
  ['verbose', true, 'project', 'next start'],
  ['budgets.day.hard', 5, 'user', 'next start'],
  ['compaction.percent', 60, 'local', 'next start'],
  ['secrets.redactResults', true, 'project', 'next start'],
  ['secrets.redactResults', false, 'user', 'next start'],
  ['sandbox.enabled', true, 'project', 'next start'],
  ['sandbox.enabled', false, 'local', 'next start'],
])('%s=%j in the %s file counts: %s', (key, value, scope, counts) => {
  expect(judgeSetting(key, value, scope)).toEqual({ counts })
})

const NOT_PROJECT = (key: string): string =>
  `A project may not set "${key}" to this; put it in your user settings if you want it.`

test.each<[string, string | number | boolean, 'user' | 'project', string]>([
  ['telemetry', true, 'user', '"telemetry" is known to other tools, with no effect here.'],
  ['telemetry.on', true, 'user', '"telemetry.on" is known to other tools, with no effect here.'],
  ['sandbox.ripgrep', 'x', 'user', '"sandbox.ripgrep" is known to other tools, with no effect here.'],
  ['zzz', 1, 'user', 'There is no setting "zzz". /config lists those that are set.'],
  [
    'compaction.zzzzz',
    1,
    'user',
    'There is no setting "compaction.zzzzz". /config lists those that are set.',
  ],
  ['theme', 'drk', 'user', '"theme": expected one of'],
  ['verbos', true, 'user', '"verbos": no setting has this name; did you mean "verbose"?'],
  ['permissions.allow', 'x', 'user', '"permissions" cannot be set here. Use /permissions and /add-dir.'],
  ['permissions.zzz', 'x', 'user', '"permissions" cannot be set here. Use /permissions and /add-dir.'],
  ['env.A', 'x', 'user', '"env" cannot be set here. Edit the settings file'],
  ['$schema', 'x', 'user', '"$schema" cannot be set here. Edit the settings file; only editors use it.'],
  ['allowManagedHooksOnly', true, 'user', '"allowManagedHooksOnly" only works in managed settings.'],
  ['disableAllHooks', true, 'project', NOT_PROJECT('disableAllHooks')],
  ['autoMemoryDirectory', '/x', 'project', NOT_PROJECT('autoMemoryDirectory')],
  ['sandbox.enabled', false, 'project', NOT_PROJECT('sandbox.enabled')],
  ['secrets.redactResults', false, 'project', NOT_PROJECT('secrets.redactResults')],
])('%s=%j in the %s file is refused: %s', (key, value, scope, why) => {
  expect(judgeSetting(key, value, scope)).toEqual({ refused: expect.stringContaining(why) })
})

test('a setting is described by its default, and what is none is refused', () => {
  expect(describeSetting('theme')).toEqual({ default: 'auto' })
  expect(describeSetting('language')).toEqual({})
  expect(describeSetting('statusLine.command')).toEqual({})
  expect(describeSetting('telemetry')).toEqual({
    refused: '"telemetry" is known to other tools, with no effect here.',
  })
  expect(describeSetting('zzz')).toMatchObject({ refused: expect.stringContaining('no setting') })
})
