import { expect, test } from 'vitest'
import { findModel } from '../../features/models/catalogue.ts'
import { namedRows } from '../../features/models/other-rows.ts'
import { offeredModels } from './offered-models.ts'

const rows = namedRows()

test('models of a provider with a key are offered by their whole name, with window and price; others are not', () => {
  const offers = offeredModels({ rows, reachable: ['openai'] })
  const values = offers.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  expect(values).toContain('claude-sonnet-4-5')
  expect(values).toContain('openai/gpt-6.1-sol')
  expect(values).not.toContain('gpt-6.1-sol')
  expect(values.some(value => value.startsWith('gemini'))).toBe(false)
  expect(offers.find(({ value }) => value === 'openai/gpt-6.1-sol')).toMatchObject({
    description: '1,050,000 tokens · $2 / $10',
    supportsEffort: true,
  })
})

test('a row that settings changed is offered as they say it', () => {
  const { facts } = findModel('openai/gpt-6.1-sol', rows)
  const offers = offeredModels({ rows: [{ ...facts, window: 5_000 }, ...rows], reachable: ['openai'] })
  expect(offers.find(({ value }) => value === 'openai/gpt-6.1-sol')?.description).toMatch(/^5,000 tokens/)
})
