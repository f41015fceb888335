import { expect, test } from 'vitest'
import type { Entry } from '../../../protocol/entry.ts'
import type { CostState } from '../../../protocol/usage.ts'
import { FactsFold, type SessionFacts } from './facts.ts'
import { titleOf } from './title.ts'

const sessionId = 's'
const prompt = (content: string, more: object = {}): Entry =>
  ({
    type: 'user',
    uuid: 'u',
    isSidechain: false,
    message: { role: 'user', content },
    ...more,
  }) as unknown as Entry
const custom = (customTitle: string): Entry => ({ type: 'custom-title', customTitle, sessionId })
const ai = (aiTitle: string): Entry => ({ type: 'ai-title', aiTitle, sessionId })
const cost = (totalCostUSD: number): CostState => ({
  totalCostUSD,
  unpricedModels: [],
  apiDurationMs: 0,
  apiDurationWithoutRetriesMs: 0,
  toolDurationMs: 0,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {},
})

const factsOf = (entries: readonly Entry[]): SessionFacts => {
  const fold = new FactsFold()
  for (const entry of entries) fold.take(entry)
  return fold.facts
}

test.each<[string, Entry[], string | undefined]>([
  ['nothing', [], undefined],
  ['the first prompt', [prompt('  fix\n the bug '), prompt('thanks')], 'fix the bug'],
  ['a generated title before a prompt', [prompt('p'), ai('A')], 'A'],
  ['a given title before all', [custom('C'), prompt('p'), ai('A')], 'C'],
  ['the last given title', [custom('C'), custom('D')], 'D'],
  ['the generated one when the given is taken back', [ai('A'), custom('C'), custom('')], 'A'],
  ['the prompt when both are taken back', [prompt('p'), ai('A'), ai('')], 'p'],
  [
    'the first prompt a person wrote',
    [
      prompt('meta', { isMeta: true }),
      prompt('summary', { isCompactSummary: true }),
      prompt('side', { isSidechain: true }),
      prompt('<command-name>/clear</command-name>'),
      prompt('', {
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'x' }] },
      }),
      prompt('<div> is broken'),
    ],
    '<div> is broken',
  ],
])('the title is %s', (_, entries, title) => {
  expect(titleOf(factsOf(entries).title)).toBe(title)
})

test('of each kind of metadata the last line counts', () => {
  const entries: Entry[] = [
    { type: 'tag', tag: 'old', sessionId },
    { type: 'tag', tag: 'new', sessionId },
    { type: 'mode', mode: 'plan', sessionId },
    { type: 'mode', mode: 'default', sessionId },
    { type: 'model', model: 'a', sessionId },
    { type: 'model', model: 'b', sessionId },
    { type: 'cwd', cwd: '/a', sessionId },
    { type: 'cwd', cwd: '/b', sessionId },
    { type: 'cost-state', cost: cost(1), sessionId },
    { type: 'cost-state', cost: cost(2), sessionId },
  ]
  expect(factsOf(entries)).toEqual({
    title: {},
    tag: 'new',
    mode: 'default',
    model: 'b',
    cwd: '/b',
    cost: cost(2),
    costSession: 's',
  })
})

test('the last to-do list of the main conversation counts', () => {
  const wrote = (newTodos: unknown, more: object = {}) =>
    prompt('', { toolUseResult: { oldTodos: [], newTodos }, ...more })
  const entries = [wrote([1]), wrote([2]), wrote([3], { isSidechain: true }), wrote('none'), prompt('hello')]
  expect(factsOf(entries).todos).toEqual([2])
})

test('the tools that were loaded last count', () => {
  const loaded = (...tools: string[]): Entry => ({ type: 'loaded-tools', tools, sessionId })
  expect(factsOf([loaded('A'), loaded('A', 'B')]).loadedTools).toEqual(['A', 'B'])
})

test('the prompt that was sent last counts', () => {
  const rest = { version: '1.0.0', model: 'm', choice: '', system: [], tools: [], sections: {} }
  const sent = (hash: string): Entry => ({ type: 'prompt-snapshot', hash, sessionId, ...rest })
  expect(factsOf([sent('a'), sent('b')]).promptSnapshot).toEqual({ hash: 'b', ...rest })
})

test('an empty tag takes the tag back', () => {
  expect(
    factsOf([
      { type: 'tag', tag: 'x', sessionId },
      { type: 'tag', tag: '', sessionId },
    ]),
  ).toEqual({ title: {} })
})
