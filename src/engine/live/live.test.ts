import { expect, test } from 'vitest'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import type { EngineConfig } from '../config.ts'
import { createLive, modeRefused } from './live.ts'

const liveOf = (more: object = {}, permissions: object = {}) => {
  const heard: string[] = []
  const changes: unknown[] = []
  const turns: string[] = []
  const config = {
    permissions: { mode: 'default', rules: [], canAsk: false, ...permissions },
    models: { name: 'm', rows: [] },
    limits: { maxParallelTools: 1 },
    session: {},
    place: { cwd: '/w', roots: ['/w'] },
    ...more,
  } as unknown as EngineConfig
  const live = createLive(config, {
    onMode: (mode, before) => heard.push(`${before} → ${mode}`),
    onChange: change => changes.push(change),
    onTurn: (does, model) => turns.push(`${model} ${does}`),
  })
  return { live, heard, changes, turns }
}

test('every change of mode is heard, whoever makes it; none is no news', () => {
  const { live, heard } = liveOf()
  live.mode = 'plan'
  live.mode = 'plan'
  live.mode = 'default'
  expect(heard).toEqual(['default → plan', 'plan → default'])
})

test('of a pair of models the mode says whose turn it is, and that is told once', () => {
  const { live, changes, turns } = liveOf({ models: { name: 'm', planner: 'p', rows: [] } })
  for (const mode of ['acceptEdits', 'plan', 'plan', 'default'] as const) live.mode = mode
  expect(turns).toEqual(['p plans', 'm works'])
  expect(changes).toContainEqual({ model: 'p' })
  const { live: one, turns: none } = liveOf()
  one.mode = 'plan'
  expect(none).toEqual([])
})

test('a mode is refused where the session has no means for it or settings forbid it', () => {
  const { live } = liveOf({ review: {} }, { bypassRefused: 'No.' })
  expect(modeRefused('auto', live)).toBeUndefined()
  expect(modeRefused('bypassPermissions', live)).toBe('No.')
  expect(modeRefused('plan', live)).toBeUndefined()
  expect(modeRefused('auto', liveOf().live)).toEqual(modelText('no_reviewer'))
  expect(modeRefused('auto', liveOf({ review: {} }, { autoRefused: 'Off.' }).live)).toBe('Off.')
})

test('what front ends show is told when it changes, with null for the effort of the model itself', () => {
  const { live, changes } = liveOf()
  live.model = 'n'
  live.model = 'n'
  live.effort = 'high'
  live.effort = undefined
  live.title = 'A name'
  live.title = undefined
  live.cwd = '/w/x'
  live.rules = []
  expect(changes).toEqual([
    { model: 'n' },
    { effort: 'high' },
    { effort: null },
    { title: 'A name' },
    { title: '' },
    { cwd: '/w/x' },
  ])
})

test('what was chosen in an earlier run of the session counts again', () => {
  expect(liveOf({ session: { effort: 'low', thinking: false } }).live).toMatchObject({ effort: 'low' })
  const models = { name: 'claude-sonnet-4-5', rows: [], effort: 'high', thinking: { type: 'adaptive' } }
  expect(liveOf({ models, session: { effort: null, thinking: false, title: 'T' } }).live).toMatchObject({
    effort: undefined,
    thinking: { type: 'disabled' },
    title: 'T',
  })
  const byHand = { ...models, byHand: ['effort', 'thinking'] }
  expect(liveOf({ models: byHand, session: { effort: 'low', thinking: false } }).live).toMatchObject({
    effort: 'high',
    thinking: { type: 'adaptive' },
  })
  expect(liveOf({ models }).live).toMatchObject({ effort: 'high', thinking: { type: 'adaptive' } })
})
