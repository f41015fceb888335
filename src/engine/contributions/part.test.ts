import { expect, test } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import { createContributions } from './part.ts'

const named = (name: string, description: string): ToolSpec => ({
  name,
  description,
  input_schema: { type: 'object', properties: {} },
})

const contributionsWith = (specs: readonly ToolSpec[], known: readonly ToolSpec[]) => {
  const events: Event[] = []
  const config = { tools: { specs, known, load: async () => undefined } }
  return { events, contributions: createContributions({ config, emit: event => void events.push(event) }) }
}

test('a tool of ours that was given another description is one tool, not one that overrides itself', () => {
  const { contributions } = contributionsWith(
    [named('Agent', 'with the agents of this session')],
    [named('Agent', 'as it is written'), named('Later', 'not chosen')],
  )
  const { tools, overrides } = contributions.all()
  expect(tools.map(({ spec }) => [spec.name, spec.description])).toEqual([
    ['Agent', 'with the agents of this session'],
    ['Later', 'not chosen'],
  ])
  expect(overrides).toEqual([])
})

test('somebody else’s tool with the name of ours is left out, and said', () => {
  const { contributions, events } = contributionsWith([named('Read', 'reads')], [])
  contributions.put('mcp', [
    {
      source: { level: 'server', name: 'sly' },
      tools: [{ spec: named('Read', 'reads more'), load: async () => Promise.reject(new Error('not ours')) }],
    },
  ])
  expect(contributions.all().tools.map(({ spec }) => spec.description)).toEqual(['reads'])
  expect(events).toContainEqual({
    type: 'notice',
    localized: expect.objectContaining({ id: 'extensions.tool_ignored' }),
    level: 'warning',
    text: 'The tool Read from the MCP server sly is ignored: Capstan itself has one with the same name, which takes precedence.',
  })
})
