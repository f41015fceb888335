import { expect, test } from 'vitest'
import { verbatim } from '../../protocol/messages/layout.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { Rule, RuleSource } from '../../protocol/permission.ts'
import type { Live } from '../live/state.ts'
import { replaceSettings, type SettingsNow } from './live-settings.ts'

const rule = (text: string, source: RuleSource = 'local', line?: number): Rule => ({
  text,
  behavior: 'allow',
  source,
  anchor: '/w',
  ...(line === undefined ? {} : { place: { file: '/f', line } }),
})
const now = (rules: readonly Rule[], more: Partial<SettingsNow['derived']> = {}): SettingsNow => ({
  rules,
  settings: {},
  derived: { roots: ['/w'], env: { A: '1' }, problems: [], ...more },
})
const liveWith = (was: SettingsNow, more: Partial<Live> = {}): Live => ({
  mode: 'default',
  model: 'm',
  cwd: '/w',
  rules: was.rules,
  roots: was.derived.roots,
  ...more,
})

test('new rules take the place of the old ones; what the session was granted stays', () => {
  const was = now([rule('A'), rule('B')])
  const live = liveWith(was, { rules: [...was.rules, rule('S', 'session')] })
  replaceSettings(live, was, now([rule('B'), rule('C')]))
  expect(live.rules).toEqual([rule('B'), rule('C'), rule('S', 'session')])
})

test('a granted rule that the file now holds is the one of the file', () => {
  const was = now([])
  const live = liveWith(was, { rules: [rule('G')] })
  replaceSettings(live, was, now([rule('G', 'local', 3)]))
  expect(live.rules).toEqual([rule('G', 'local', 3)])
})

test('a rule the session was told to forget does not come back with the next change', () => {
  const was = now([rule('A'), rule('B')])
  const live = liveWith(was, { rules: was.rules.slice(1) })
  replaceSettings(live, was, now([rule('A'), rule('B'), rule('C')]))
  expect(live.rules.map(({ text }) => text)).toEqual(['B', 'C'])
})

test('directories follow the settings, beside those added and removed during the session', () => {
  const was = now([], { roots: ['/w', '/a', '/b'] })
  const live = liveWith(was, { roots: ['/w', '/b', '/mine'] })
  replaceSettings(live, was, now([], { roots: ['/w', '/a', '/c'] }))
  expect(live.roots).toEqual(['/w', '/c', '/mine'])
})

test('hooks and variables are those of the new settings', () => {
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] }
  const was = now([])
  const live = liveWith(was)
  replaceSettings(live, was, { ...now([], { env: { B: '2' } }), settings: { hooks } })
  expect([live.hooks, live.env]).toEqual([hooks, { B: '2' }])
})

test('a mode that may no longer be used is left, with the reason', () => {
  const was = now([])
  const live = liveWith(was, { mode: 'bypassPermissions' })
  const said = replaceSettings(
    live,
    was,
    now([], { bypassRefused: verbatim('Not here.'), problems: ['/x is gone.'] }),
  )
  expect(said.map(inEnglish)).toEqual(['/x is gone.', 'Not here. The mode is now default.'])
  expect([live.mode, live.bypassRefused]).toEqual(['default', verbatim('Not here.')])
})

test('auto mode is left when settings switch it off', () => {
  const was = now([])
  const live = liveWith(was, { mode: 'auto' })
  expect(replaceSettings(live, was, now([]))).toEqual([])
  expect(live.mode).toBe('auto')
  expect(replaceSettings(live, was, now([], { autoRefused: verbatim('Off.') })).map(inEnglish)).toEqual([
    'Off. The mode is now default.',
  ])
  expect([live.mode, live.autoRefused]).toEqual(['default', verbatim('Off.')])
})
