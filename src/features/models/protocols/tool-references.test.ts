import { expect, test } from 'vitest'
import type { ApiMessage, ModelRequest } from '../../../protocol/model.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import { createAnthropicWire } from './anthropic.ts'
import { createBedrockWire } from './aws/bedrock-wire.ts'

const spec = (name: string): ToolSpec => ({ name, description: `${name}.`, input_schema: { type: 'object' } })
const defines = (name: string) => ({ type: 'text' as const, text: `{"name":"${name}"}`, definesTool: name })
const loaded = (...names: readonly string[]): ApiMessage => ({
  role: 'user',
  content: [
    {
      type: 'tool_result',
      tool_use_id: 't1',
      content: [{ type: 'text', text: 'Loaded.' }, ...names.map(defines)],
    },
  ],
})
const asked: ApiMessage = { role: 'user', content: [{ type: 'text', text: 'go' }] }
const called: ApiMessage = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 't1', name: 'ToolSearch', input: { query: 'x' } }],
}
const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'claude-sonnet-4-5',
  system: [{ text: 'Help.' }],
  tools: [spec('ToolSearch')],
  deferredTools: [spec('A'), spec('B')],
  messages: [asked],
  maxTokens: 100,
  source: 'main',
  ...more,
})
const body = (wire: ReturnType<typeof createAnthropicWire>, sent: ModelRequest) =>
  JSON.parse(Buffer.concat(wire.write(sent)).toString())
const text = (wire: ReturnType<typeof createAnthropicWire>, sent: ModelRequest) =>
  Buffer.concat(wire.write(sent)).toString()
const unmarked = (json: string): string => json.replaceAll(/,"cache_control":\{[^}]*\}/g, '')

test('with references, deferred tools stand behind the others and results refer to them', () => {
  const wire = createAnthropicWire({}, { references: true })
  const sent = request({ messages: [asked, called, loaded('B')] })
  const { tools, messages } = body(wire, sent)
  expect(tools.map((tool: Record<string, unknown>) => [tool['name'], tool['defer_loading']])).toEqual([
    ['ToolSearch', undefined],
    ['A', true],
    ['B', true],
  ])
  expect(messages[2].content[0].content).toEqual([{ type: 'tool_reference', tool_name: 'B' }])
  expect(wire.headers?.(sent, [])['anthropic-beta']).toContain('advanced-tool-use')
})

test('bytes that were sent never change: looking a tool up only adds to the end', () => {
  const wire = createAnthropicWire({}, { references: true })
  const messages = [asked, called, loaded('B')]
  const bodies = [1, 3].map(count => unmarked(text(wire, request({ messages: messages.slice(0, count) }))))
  const [first = '', second = ''] = bodies
  expect(second.startsWith(first.replace(/\]\}$/, ''))).toBe(true)
})

const DEFERRED = { deferredTools: [spec('A'), spec('B')] }

test.each([
  ['a server that does not load tools', createAnthropicWire(), DEFERRED],
  ['a cloud', createBedrockWire(), DEFERRED],
  ['a model without it', createAnthropicWire({}, { references: true }), {}],
  ['a tool that is gone', createAnthropicWire({}, { references: true }), { deferredTools: [spec('A')] }],
])('%s: the definition is sent in words, and no field of ours', (_, wire, deferred) => {
  const { deferredTools: _usual, ...plain } = request({ messages: [asked, called, loaded('B')] })
  const json = text(wire, { ...plain, ...deferred })
  expect(json).toContain('{\\"name\\":\\"B\\"}')
  expect(json).not.toMatch(/definesTool|tool_reference/)
})

test('a server that refuses references is asked without them from then on, the same messages included', () => {
  const wire = createAnthropicWire({}, { references: true })
  const sent = request({ messages: [asked, called, loaded('A'), called, asked] })
  expect(text(wire, sent)).toContain('tool_reference')
  expect(wire.adapt?.(sent, 'temperature: not allowed')).toBeUndefined()
  expect(wire.adapt?.(sent, 'tools.1.defer_loading: Extra inputs are not permitted')?.text).toContain(
    'on demand',
  )
  expect(text(wire, sent)).not.toMatch(/tool_reference|defer_loading/)
  expect(wire.headers?.(sent, [])).not.toHaveProperty('anthropic-beta')
  expect(wire.adapt?.(sent, 'tools.1.defer_loading: Extra inputs')).toBeUndefined()
})
