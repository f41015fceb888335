import { expect, test } from 'vitest'
import type { Overrides } from '../protocol/host.ts'
import { chooseMode } from './choose-permissions.ts'

const modeWith = (overrides: Overrides, permissions: object) => {
  const said: string[] = []
  const wish = { overrides, env: { IS_SANDBOX: '1' } }
  return { mode: chooseMode(wish, { settings: { permissions } }, text => said.push(text)), said }
}

test('auto mode is chosen by the request or by settings, unless settings switch it off', () => {
  const flag = { permissionMode: 'auto' } as const
  const off = { disableAutoMode: 'disable' }
  expect(modeWith(flag, {})).toEqual({ mode: 'auto', said: [] })
  expect(modeWith({}, { defaultMode: 'auto' })).toEqual({ mode: 'auto', said: [] })
  const said = ['Auto mode is turned off in settings ("disableAutoMode"). Using mode default.']
  expect(modeWith(flag, off)).toEqual({ mode: 'default', said })
  expect(modeWith({}, { ...off, defaultMode: 'auto' })).toEqual({ mode: 'default', said })
  expect(modeWith({ permissionMode: 'plan' }, off)).toEqual({ mode: 'plan', said: [] })
})

test('a session that was planning goes on planning, unless another mode is asked for', () => {
  const modeOf = (overrides: Overrides, defaultMode?: 'bypassPermissions') =>
    chooseMode(
      { overrides, env: {}, planning: true },
      { settings: { permissions: defaultMode ? { defaultMode } : {} } },
      () => undefined,
    )
  expect(modeOf({})).toBe('plan')
  expect(modeOf({}, 'bypassPermissions')).toBe('plan')
  expect(modeOf({ permissionMode: 'acceptEdits' })).toBe('acceptEdits')
})
