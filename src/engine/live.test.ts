import { expect, test } from 'vitest'
import type { EngineConfig } from './config.ts'
import { createLive, modeRefused } from './live.ts'

const liveOf = (more: object = {}, permissions: object = {}) => {
  const heard: string[] = []
  const config = {
    permissions: { mode: 'default', rules: [], canAsk: false, ...permissions },
    models: { name: 'm' },
    place: { cwd: '/w', roots: ['/w'] },
    ...more,
  } as unknown as EngineConfig
  return { live: createLive(config, (mode, before) => heard.push(`${before} → ${mode}`)), heard }
}

test('every change of mode is heard, whoever makes it; none is no news', () => {
  const { live, heard } = liveOf()
  live.mode = 'plan'
  live.mode = 'plan'
  live.mode = 'default'
  expect(heard).toEqual(['default → plan', 'plan → default'])
})

test('a mode is refused where the session has no means for it or settings forbid it', () => {
  const { live } = liveOf({ review: {} }, { bypassRefused: 'No.' })
  expect(modeRefused('auto', live)).toBeUndefined()
  expect(modeRefused('bypassPermissions', live)).toBe('No.')
  expect(modeRefused('plan', live)).toBeUndefined()
  expect(modeRefused('auto', liveOf().live)).toMatch(/needs a reviewer/)
  expect(modeRefused('auto', liveOf({ review: {} }, { autoRefused: 'Off.' }).live)).toBe('Off.')
})
