import { expect, test } from 'vitest'
import type { Overrides } from '../../protocol/host.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import { chooseMode, choosePermissions, tellNarrowed } from './options.ts'

const modeWith = (overrides: Overrides, permissions: object) => {
  const said: string[] = []
  const wish = { overrides, env: { IS_SANDBOX: '1' } }
  return { mode: chooseMode(wish, { settings: { permissions } }, text => said.push(inEnglish(text))), said }
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

test('settings may send every command to the reviewer; auto mode that is expected and switched off is said', () => {
  const chosen = (settings: object, overrides: Overrides = {}) => {
    const said: string[] = []
    const gathered = { settings, rules: [] } as unknown as Parameters<typeof choosePermissions>[1]
    const { reviewsShell } = choosePermissions({ overrides, env: {} }, gathered, text =>
      said.push(inEnglish(text)),
    )
    return { reviewsShell, said }
  }
  expect(chosen({ autoMode: { classifyAllShell: true } })).toEqual({ reviewsShell: true, said: [] })
  expect(chosen({ autoMode: { classifyAllShell: false } }).reviewsShell).toBeUndefined()
  const off = { permissions: { disableAutoMode: 'disable' } }
  expect(chosen(off).said).toEqual([])
  expect(chosen({}, { enableAutoMode: true }).said).toEqual([])
  expect(chosen(off, { enableAutoMode: true }).said).toEqual([
    expect.stringContaining('turned off in settings'),
  ])
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

const narrowed = (
  ...[left, now]: [Partial<Parameters<typeof tellNarrowed>[0]>, Parameters<typeof tellNarrowed>[1]]
) => {
  const lines: string[] = []
  tellNarrowed({ leftMode: undefined, leftDirectories: [], ...left }, now, line =>
    lines.push(inEnglish(line)),
  )
  return lines
}

test.each(PERMISSION_MODES)(
  'a session left in mode %s that goes on in default says so where that allowed more',
  mode => {
    const lines = narrowed({ leftMode: mode }, { mode: 'default', roots: ['/w'] })
    const isWider = mode !== 'default' && mode !== 'plan'
    expect(lines).toEqual(
      isWider
        ? [
            `This session was left in mode ${mode} and continues in mode default. To switch back, use --permission-mode ${mode} or Shift-Tab.`,
          ]
        : [],
    )
    expect(narrowed({ leftMode: mode }, { mode, roots: ['/w'] })).toEqual([])
  },
)

test('directories that are not there again are named', () => {
  const left = { leftDirectories: ['/a', '/b'] }
  expect(narrowed(left, { mode: 'default', roots: ['/w', '/a'] })).toEqual([
    "Directories aren't added again on resume: /b. Use --add-dir or /add-dir.",
  ])
  expect(narrowed(left, { mode: 'default', roots: ['/w', '/a', '/b'] })).toEqual([])
})
