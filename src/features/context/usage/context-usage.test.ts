import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../../test/support/messages.ts'
import type { AssistantMessage, Message } from '../../../protocol/message.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import { contextItems } from './context-items.ts'
import { contextUsage } from './context-usage.ts'
import { createDrift } from './drift.ts'

const tool = { name: 'Read', description: 'x'.repeat(96), input_schema: { type: 'object' } } as ToolSpec
const attachment = (kind: string, words: string, files: object = {}): Message => ({
  type: 'attachment',
  uuid: kind,
  timestamp: '',
  attachment: { kind, text: words, ...files },
})
const view: readonly Message[] = [
  attachment('user_context', 'c'.repeat(400), { instructions: [] }),
  attachment('news', 'n'.repeat(40)),
  user('1', 'q'.repeat(40)),
  assistant('2', [text('a'.repeat(80))], { id: 'm' }),
  assistant('3', [call('t1', 'Read')], { id: 'm' }),
  user('4', [result('t1', 'r'.repeat(800)), text('reminder'.repeat(2))]),
  { ...user('5', 's'.repeat(120)), isCompactSummary: true, isMeta: true } as Message,
]
const parts = {
  system: [{ text: 'Hello.\n# Rules\nnone\n' }, { text: '# Place\nhere' }],
  tools: [tool],
  view,
  instructions: [
    { path: '/w/AGENTS.md', scope: 'project', reason: 'start', tokens: 60 },
    { path: '/m/MEMORY.md', scope: 'memory', reason: 'start', tokens: 10 },
  ] as const,
}
const MODEL = { model: 'm', window: 200_000, compactAt: 167_000 }

test('everything in the request is an item, and the files are not counted twice', () => {
  const items = contextItems(parts).map(({ kind, name, tokens, count }) => [
    kind,
    name,
    Math.round(tokens),
    count,
  ])
  expect(items).toEqual([
    ['system', 'Introduction', 2, 1],
    ['system', 'Rules', 3, 1],
    ['system', 'Place', 3, 1],
    ['tools', 'Read', 29, 1],
    ['instructions', '/w/AGENTS.md', 60, 1],
    ['memory', '/m/MEMORY.md', 10, 1],
    ['attachment', 'user_context', 30, 1],
    ['attachment', 'news', 10, 1],
    ['user', 'your words', 10, 1],
    ['assistant', 'text', 20, 1],
    ['assistant', 'calls', 1, 1],
    ['tool_result', 'Read', 200, 1],
    ['attachment', 'reminders', 4, 1],
    ['summary', 'summary', 30, 1],
  ])
})

test('files whose size was guessed too large take no more than what carries them', () => {
  const [first] = parts.instructions
  const items = contextItems({ ...parts, instructions: [{ ...first, tokens: 900 }] })
  const of = (kind: string) =>
    items.filter(item => item.kind === kind).map(({ name, tokens }) => [name, tokens])
  expect(of('instructions')).toEqual([['/w/AGENTS.md', 100]])
  expect(of('attachment')).toEqual([
    ['news', 10],
    ['reminders', 4],
  ])
})

test('what was discarded is not counted', () => {
  const tombstone: Message = {
    type: 'system',
    uuid: 'x',
    timestamp: '',
    subtype: 'tombstone',
    content: '',
    removed: ['1'],
  }
  const kinds = contextItems({ ...parts, view: [...view, tombstone] }).map(item => item.kind)
  expect(kinds).not.toContain('user')
})

test('before the first report the estimate counts, corrected by what earlier reports taught', () => {
  const unreported = { ...parts, view: view.slice(0, 3) }
  const plain = contextUsage(unreported, MODEL, createDrift())
  expect(plain).toMatchObject({ ...MODEL, tokens: plain.items.reduce((sum, item) => sum + item.tokens, 0) })
  expect(plain.drift).toBeUndefined()
  const drift = createDrift()
  drift.see(1_000, 1_500)
  const corrected = contextUsage(unreported, MODEL, drift)
  expect(corrected.tokens / plain.tokens).toBeCloseTo(1.5, 1)
  expect(corrected.drift).toBe(1.5)
})

test('after a report the sum is what compaction goes by, shared among the items', () => {
  const reply = view[3] as AssistantMessage
  const usage = { ...reply.message.usage, input_tokens: 5_000, output_tokens: 1 }
  const reported = { ...reply, message: { ...reply.message, usage } }
  const usageNow = contextUsage(
    { ...parts, view: [...view.slice(0, 3), reported, user('9', 'more')] },
    MODEL,
    createDrift(),
  )
  expect(usageNow.tokens).toBeGreaterThan(5_000)
  const sum = usageNow.items.reduce((total, item) => total + item.tokens, 0)
  expect(Math.abs(sum - usageNow.tokens)).toBeLessThan(usageNow.items.length)
})

test('an empty session is empty', () => {
  expect(contextUsage({ system: [], tools: [], view: [], instructions: [] }, MODEL, createDrift())).toEqual({
    ...MODEL,
    tokens: 0,
    items: [],
  })
})
