import { expect, test } from 'vitest'
import { EFFORTS } from '../../../protocol/model.ts'
import { findModel } from '../catalogue.ts'
import { namedRows, OTHER_ROWS } from '../other-rows.ts'
import { effortLevel } from './effort-level.ts'

test.each([
  ['gpt-6.1-sol', 'max', 'max'],
  ['gpt-6-luna-2026-09-29', 'max', 'max'],
  ['gpt-5.6-sol', 'max', 'max'],
  ['gpt-5.6-terra', 'max', 'xhigh'],
  ['openai/gpt-6.1-terra', 'max', 'max'],
  ['gpt-5.1', 'xhigh', 'high'],
  ['o4-mini', 'max', 'high'],
  ['grok-4.7', 'max', 'xhigh'],
  ['grok-4.3', 'max', 'high'],
  ['my-deployment', 'max', 'high'],
  ['gpt-6-sol', 'low', 'low'],
] as const)('%s is asked for %s as %s', (model, wanted, level) => {
  expect(effortLevel(model, wanted)).toBe(level)
})

test('what the catalogue says of a model is what its wire asks for', () => {
  const rows = OTHER_ROWS.filter(({ provider, effort = [] }) => provider !== 'gemini' && effort.length > 0)
  const asked = rows.map(({ id }) => [id, effortLevel(id, 'max')])
  const said = rows.map(({ id, provider }) => {
    const { effort = [] } = findModel(`${provider}/${id}`, namedRows()).facts
    return [id, EFFORTS.findLast(level => effort.includes(level))]
  })
  expect(asked).toEqual(said)
})
