import { expect, test } from 'vitest'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { Toolbox } from '../options/toolbox.ts'
import { createToolset, type ToolsetOptions } from './part.ts'

const spec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: `${name}.`,
  input_schema: {},
  ...more,
})
const late = (name: string) => spec(name, { deferred: { hint: `does ${name}` } })
const lister = spec('Search', { listsDeferred: true })
const box = (...specs: readonly ToolSpec[]): Toolbox => ({ specs, load: async () => undefined })

const LISTED: Partial<ToolsetOptions> = { needsListed: () => true }

const make = (tools: Toolbox, loaded: readonly string[] = [], more: Partial<ToolsetOptions> = {}) => {
  const news: (readonly string[])[][] = []
  const toolset = createToolset({ tools: () => tools, loaded, onLoad: (...told) => news.push(told), ...more })
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

test('loading leaves the tools as they are: the definition is shown in the result', () => {
  const { toolset, names, news } = make(box(late('A'), spec('Read'), lister, late('Z')))
  const before = toolset.sent()
  const loaded = toolset.load(['Z', 'Nothing', 'Read'])
  expect(loaded.map(({ spec: { name }, inTools }) => [name, inTools])).toEqual([['Z', false]])
  expect([toolset.sent(), names(), news]).toEqual([before, ['Read', 'Search'], []])
  expect(toolset.sent()).toBe(before)
  expect(toolset.unseen('Z')?.name).toBe('Z')
})

test('what a provider may load is every deferred tool that is not among the others, the same until another comes', () => {
  const brought: ToolSpec[] = []
  const { toolset } = make(box(late('A'), spec('Read'), lister, late('Z')), ['Z'], { late: () => brought })
  const before = toolset.referable()
  expect(before.map(({ name }) => name)).toEqual(['A'])
  toolset.load(['A'])
  expect(toolset.referable()).toBe(before)
  brought.push(late('Theirs'), spec('Whole'))
  expect(toolset.referable().map(({ name }) => name)).toEqual(['A', 'Theirs'])
})

test('a model that calls nothing but what is listed gets what was shown to the one before', () => {
  let needs = false
  const { toolset, names, news } = make(box(late('A'), lister, late('Z')), [], { needsListed: () => needs })
  toolset.load(['Z'])
  expect(names()).toEqual(['Search'])
  needs = true
  expect(names()).toEqual(['Search', 'Z'])
  needs = false
  expect(names()).toEqual(['Search', 'Z'])
  expect(news).toEqual([[['Z'], ['Z']]])
})

test('where only listed tools can be called, loading appends at the end: what was sent stays the beginning', () => {
  const { toolset, names, news } = make(box(late('A'), spec('Read'), lister, late('Z')), [], LISTED)
  const before = toolset.sent()
  expect(toolset.sent()).toBe(before)
  const loaded = toolset.load(['Z', 'Nothing', 'Read'])
  expect(loaded.map(({ spec: { name }, inTools }) => [name, inTools])).toEqual([['Z', true]])
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

test('once something was sent, what belongs to a mode is told in words', () => {
  const planner = spec('Plan', { deferred: { hint: 'plan', mode: 'plan' } })
  const { toolset, news, names } = make(box(lister, planner), [], { isFresh: () => false })
  expect(toolset.loadFor('plan')).toBe('Plan: Plan.\nIts input: {}')
  expect([names(), news]).toEqual([['Search'], []])
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

test('what others bring is sent behind what was sent, in the order it came, and stays when it goes', () => {
  const brought: ToolSpec[] = []
  const news: (readonly string[])[][] = []
  const toolset = createToolset({
    tools: () => box(late('A'), spec('Read'), lister),
    late: () => brought,
    loaded: ['Second'],
    needsListed: () => true,
    onLoad: (...told) => news.push(told),
  })
  const names = () => toolset.sent().map(({ name }) => name)
  expect(names()).toEqual(['Read', 'Search'])
  brought.push(spec('First'))
  expect(names()).toEqual(['Read', 'Search', 'First'])
  toolset.load(['A'])
  // An earlier run had it before the others; this one sent those first.
  brought.push(spec('Second'))
  expect(names()).toEqual(['Read', 'Search', 'First', 'A', 'Second'])
  brought.length = 0
  expect(names()).toEqual(['Read', 'Search', 'First', 'A', 'Second'])
  expect(news).toEqual([
    [['Second', 'First'], ['First']],
    [['Second', 'First', 'A'], ['A']],
    [['First', 'A', 'Second'], ['Second']],
  ])
})

test('a resumed session that has its tools at once sends them where they stood', () => {
  const news: unknown[] = []
  const toolset = createToolset({
    tools: () => box(late('A'), lister),
    late: () => [spec('Theirs')],
    loaded: ['Theirs', 'A'],
    onLoad: (...told) => news.push(told),
  })
  expect(toolset.sent().map(({ name }) => name)).toEqual(['Search', 'Theirs', 'A'])
  expect(news).toEqual([])
})
