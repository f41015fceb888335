import { expect, test } from 'vitest'
import type { OpenRequest } from '../../protocol/host.ts'
import { chooseHooks } from './options.ts'

const choose = (request: Partial<OpenRequest>, settings: object = {}, onlyOwnHooks = false) =>
  chooseHooks(
    { overrides: {}, session: { kind: 'new' }, ...request },
    { settings, onlyOwnHooks },
    { proxy: undefined, endHooksMs: undefined },
  )

test('a run, its host and settings each say their part about hooks', () => {
  expect(choose({})).toEqual({ http: {} })
  expect(choose({ overrides: { init: true } }).setup).toBe('init')
  expect(choose({ overrides: { init: true, maintenance: true } }).setup).toBe('maintenance')
  expect(choose({ session: { kind: 'fork', which: 'x' } }).forked).toBe(true)
  expect(choose({ initialize: { hooks: { Stop: [] } } }).host).toEqual({ Stop: [] })
  expect(choose({}, { allowedHttpHookUrls: ['https://a/*'], httpHookAllowedEnvVars: ['T'] })).toEqual({
    http: { allowedUrls: ['https://a/*'], allowedVariables: ['T'] },
  })
  expect(choose({}, {}, true).onlySettings).toBe(true)
})
