import { expect, test } from 'vitest'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { Toolbox } from '../options/toolbox.ts'
import { createToolset } from './toolset.ts'

const spec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: `${name}.`,
  input_schema: {},
  ...more,
})
const late = (name: string) => spec(name, { deferred: { hint: `does ${name}` } })
const lister = spec('Search', { listsDeferred: true })
const box = (...specs: readonly ToolSpec[]): Toolbox => ({ specs, load: async () => undefined })

const make = (tools: Toolbox, loaded: readonly string[] = []) => {
  const news: (readonly string[])[][] = []
  const toolset = createToolset({ tools: () => tools, loaded, onLoad: (...told) => news.push(told) })
  return { toolset, news, names: () => toolset.sent().map(({ name }) => name) }
}

test('deferred tools are listed by name and hint where they can be looked up, and not sent', () => {
  const { toolset, names } = make(box(late('A'), spec('Read'), lister, late('Z')))
  expect(names()).toEqual(['Read', 'Search'])
  expect(toolset.sent()[1]?.description).toBe('Search.\nA: does A\nZ: does Z')
  expect(toolset.list()).toEqual([
    { name: 'A', description: 'A.', hint: 'does A' },
    { name: 'Z', description: 'Z.', hint: 'does Z' },
  ])
})

test('loading appends at the end: what was sent before stays the beginning, as the same objects', () => {
  const { toolset, names, news } = make(box(late('A'), spec('Read'), lister, late('Z')))
  const before = toolset.sent()
  expect(toolset.sent()).toBe(before)
  expect(toolset.load(['Z', 'Nothing', 'Read']).map(({ name }) => name)).toEqual(['Z'])
  expect(names()).toEqual(['Read', 'Search', 'Z'])
  toolset.load(['A', 'Z'])
  expect(names()).toEqual(['Read', 'Search', 'Z', 'A'])
  expect(before.every((one, index) => toolset.sent()[index] === one)).toBe(true)
  expect(news).toEqual([
    [['Z'], ['Z']],
    [['Z', 'A'], ['A']],
  ])
})

test('loading what is loaded changes nothing', () => {
  const { toolset, news } = make(box(lister, late('A')), ['A'])
  const before = toolset.sent()
  toolset.load(['A'])
  expect(toolset.sent()).toBe(before)
  expect(news).toEqual([])
})

test('a resumed session sends what it had loaded, in that order; tools that are gone are left out', () => {
  const { names, toolset } = make(box(late('A'), lister, late('B')), ['B', 'Gone', 'A'])
  expect(names()).toEqual(['Search', 'B', 'A'])
  expect(toolset.unseen('A')).toBeUndefined()
})

test('only the name of an unloaded tool has been seen', () => {
  const { toolset } = make(box(late('A'), lister, spec('Read')))
  expect(toolset.unseen('A')?.name).toBe('A')
  expect(toolset.unseen('Read')).toBeUndefined()
})

test('without a tool to look them up with all are sent; without deferred ones there is nothing to look up', () => {
  expect(make(box(late('A'), spec('Read'))).names()).toEqual(['A', 'Read'])
  expect(make(box(lister, spec('Read'))).names()).toEqual(['Read'])
})

test('another toolbox counts at once', () => {
  let tools = box(lister, late('A'))
  const toolset = createToolset({ tools: () => tools, loaded: ['A'], onLoad: () => undefined })
  expect(toolset.sent()).toHaveLength(2)
  tools = box(lister, late('A'), spec('Answer'))
  expect(toolset.sent().map(({ name }) => name)).toEqual(['Search', 'Answer', 'A'])
})

test('what belongs to a mode is loaded with it, once', () => {
  const planner = spec('Plan', { deferred: { hint: 'plan', mode: 'plan' } })
  const { toolset, news, names } = make(box(lister, planner, late('A')))
  toolset.loadFor('acceptEdits')
  expect(names()).toEqual(['Search'])
  toolset.loadFor('plan')
  toolset.loadFor('plan')
  expect(names()).toEqual(['Search', 'Plan'])
  expect(news).toEqual([[['Plan'], ['Plan']]])
})

test('a list from an earlier run stands for the ones sent from the start, until it is given up', () => {
  const tools = box(spec('Read'), lister, late('A'))
  const earlier = [spec('Gone'), spec('Read'), lister]
  let wanted = true
  const toolset = createToolset({
    tools: () => tools,
    loaded: ['A'],
    onLoad: () => undefined,
    replay: standing => (wanted ? earlier : standing),
  })
  expect(toolset.sent().map(({ name }) => name)).toEqual(['Gone', 'Read', 'Search', 'A'])
  expect(toolset.standing()).toBe(earlier)
  wanted = false
  expect(toolset.standing()).toBe(earlier)
  toolset.renew()
  expect(toolset.sent().map(({ name }) => name)).toEqual(['Read', 'Search', 'A'])
})
