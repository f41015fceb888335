import { expect, test } from 'vitest'
import { MODEL_ROWS } from './model-rows.ts'
import { newerModels } from './newer-models.ts'
import { OTHER_ROWS } from './other-rows.ts'

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

test('every row has no newer one in its own catalogue list, whatever release is listed', () => {
  for (const rows of [MODEL_ROWS, OTHER_ROWS.filter(({ provider }) => provider === 'openai')]) {
    const listed = rows.flatMap(({ id }) => [id, `${id}-20261101`, `${id}-2026-11-01`])
    expect(newerModels(rows, listed)).toEqual([])
  }
})

test('of a list what is newer than its family counts, with its facts and without a price', () => {
  const listed = ['claude-opus-6', 'claude-opus-5-9-20270101', 'claude-opus-3', 'claude-instant-9', 'voice-1']
  const newer = newerModels(MODEL_ROWS, listed)
  expect(idsOf(newer)).toEqual(['claude-opus-6', 'claude-opus-5-9-20270101'])
  expect(newer[0]).toMatchObject({ window: 1_000_000, thinking: 'adaptive' })
  expect(newer[0]).not.toHaveProperty('price')
  expect(newer[0]).not.toHaveProperty('fast')
})

test.each([
  ['openai', 'gpt-7-sol', 'gpt-6.2-terra', 'gpt-5-sol'],
  ['gemini', 'gemini-3.10-flash', 'gemini-5-argon', 'gemini-3-flash'],
  ['xai', 'grok-5', 'grok-4.8', 'grok-3'],
])('the same of other makers: %s', (provider, ...ids) => {
  const rows = OTHER_ROWS.filter(row => row.provider === provider)
  const newer = newerModels(rows, [...ids, 'text-embedding-99', 'whisper-9'])
  expect(idsOf(newer)).toEqual(ids.slice(0, 2))
  expect(newer.every(row => row.provider === provider)).toBe(true)
})
