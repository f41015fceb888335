import { expect, test } from 'vitest'
import { assistant, result, text, user } from '../../../../test/support/messages.ts'
import type { AttachmentMessage, Message } from '../../../protocol/message.ts'
import { ModelError } from '../../../protocol/model.ts'
import type { StageEnv } from '../../../protocol/stage.ts'
import { extractSummary, fullCompact } from './full-compact.ts'

const env = (more: Partial<StageEnv> = {}): StageEnv => {
  let ids = 0
  return {
    trigger: 'auto',
    signal: new AbortController().signal,
    tokens: 190_000,
    window: 200_000,
    maxOutput: 64_000,
    enabled: true,
    newMessageId: () => `new-${++ids}`,
    now: () => new Date('2026-01-01T00:00:00Z'),
    summarize: async () => '<analysis>scratch</analysis><summary>the gist</summary>',
    ...more,
  }
}
const context: AttachmentMessage = {
  type: 'attachment',
  uuid: 'ctx',
  timestamp: '',
  attachment: { kind: 'user_context', text: 'the date' },
}
const view: Message[] = [
  context,
  user('1', 'please fix it'),
  assistant('2', [text('on it')]),
  user('3', [result('t1')]),
]
const toolResult = { ...user('3', [result('t1')]), toolUseResult: {} }

test.each([
  ['<analysis>a</analysis><summary> x </summary>', 'x'],
  ['<summary>cut off at the end', 'cut off at the end'],
  ['no tags at all', 'no tags at all'],
  ['<analysis>only thinking</analysis>', ''],
  ['<analysis>never closed', ''],
])('of %j the summary is %j', (reply, summary) => {
  expect(extractSummary(reply)).toBe(summary)
})

test('nothing happens below the threshold, when it is off, or before the model has said anything', async () => {
  expect(await fullCompact.run(view, env({ tokens: 100_000 }))).toBeUndefined()
  expect(await fullCompact.run(view, env({ enabled: false }))).toBeUndefined()
  expect(await fullCompact.run([user('1', 'long')], env())).toBeUndefined()
})

test('a prompt that was refused is summarised whatever the estimate says', async () => {
  expect(await fullCompact.run(view, env({ tokens: 1, enabled: false, trigger: 'reactive' }))).toBeDefined()
})

test('the view becomes a boundary, the user context under a new identity, and the summary with the last request verbatim', async () => {
  const compacted = await fullCompact.run([...view.slice(0, 3), toolResult], env())
  expect(compacted?.view).toEqual(compacted?.added)
  expect(compacted?.view).toMatchObject([
    { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 190_000 } },
    { type: 'attachment', attachment: context.attachment },
    { type: 'user', isMeta: true, isCompactSummary: true },
  ])
  expect(compacted?.view[1]?.uuid).not.toBe('ctx')
  const summary = JSON.stringify(compacted?.view[2])
  expect(summary).toContain('the gist')
  expect(summary).toContain('word for word:\\nplease fix it')
  expect(summary).not.toContain('scratch')
})

test('the last request survives a second compaction', async () => {
  const once = await fullCompact.run([...view.slice(0, 3), toolResult], env())
  const twice = await fullCompact.run([...(once?.view ?? []), assistant('9', [text('more')])], env())
  expect(JSON.stringify(twice?.view)).toContain('word for word:\\nplease fix it')
})

test('an empty summary is a failure, not a compaction', async () => {
  await expect(fullCompact.run(view, env({ summarize: async () => ' ' }))).rejects.toThrow(ModelError)
})

test('what still holds is said again after the summary', async () => {
  const facts = [{ kind: 'plan_mode', text: 'Plan mode is on.' }]
  const compacted = await fullCompact.run(view, env({ restate: () => facts }))
  expect(compacted?.view).toEqual(compacted?.added)
  expect(compacted?.view.at(-1)).toMatchObject({ type: 'attachment', attachment: facts[0] })
})
