import { expect, test } from 'vitest'
import { offeredModels } from '../../engine/models/offered-models.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { namedModels } from './named-models.ts'

test('one more model is offered under the name and with the words of its variables', () => {
  const env = {
    ANTHROPIC_CUSTOM_MODEL_OPTION: 'gate/house-1',
    ANTHROPIC_CUSTOM_MODEL_OPTION_NAME: 'House One',
    ANTHROPIC_CUSTOM_MODEL_OPTION_DESCRIPTION: 'Through our gateway',
  }
  const rows = namedModels(env, [])
  expect(offeredModels({ rows }).find(({ value }) => value === 'gate/house-1')).toEqual({
    value: 'gate/house-1',
    displayName: 'House One',
    description: 'Through our gateway',
  })
  expect(findModel('gate/house-1', rows)).toMatchObject({ known: true, facts: { window: 200_000 } })
})

test.each([
  ['effort,thinking', { thinking: 'budget', effort: ['low', 'medium', 'high'] }],
  ['adaptive_thinking effort max_effort', { thinking: 'adaptive', effort: ['low', 'medium', 'high', 'max'] }],
  ['xhigh_effort,Thinking', { thinking: 'budget', effort: ['low', 'medium', 'high', 'xhigh'] }],
  ['interleaved_thinking', { thinking: 'none', effort: [], thinksByDefault: false }],
])('the capabilities %s are all that a deployment has', (list, facts) => {
  const env = {
    ANTHROPIC_DEFAULT_OPUS_MODEL: 'arn:aws:bedrock:x',
    ANTHROPIC_DEFAULT_OPUS_MODEL_SUPPORTED_CAPABILITIES: list,
  }
  expect(namedModels(env, [])).toMatchObject([{ id: 'arn:aws:bedrock:x', ...facts }])
})

test('a redirect alone adds no row', () => {
  expect(
    namedModels({ ANTHROPIC_DEFAULT_OPUS_MODEL: 'x', ANTHROPIC_DEFAULT_HAIKU_MODEL_NAME: 'y' }, []),
  ).toEqual([])
})
