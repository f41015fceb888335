import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import { createPromptMemory } from './prompt-memory.ts'

const attachment = (kind: string, more: Readonly<Record<string, unknown>> = {}, text = ''): Message => ({
  type: 'attachment',
  uuid: 'u',
  timestamp: 't',
  attachment: { kind, text, ...more },
})
const boundary: Message = {
  type: 'system',
  subtype: 'compact_boundary',
  uuid: 'b',
  timestamp: 't',
  content: '',
}

const stateOf = (messages: readonly Message[]) => {
  const { see: _, ...state } = createPromptMemory(messages)
  return state
}

test('an empty conversation lacks its context', () => {
  expect(stateOf([])).toEqual({ lacksContext: true, date: undefined, told: {}, stale: false })
})

test('what was told is found in the messages, the last word counting', () => {
  const messages = [
    attachment('user_context', { date: '2026-01-05' }),
    attachment('prompt_changed', { sections: { git: 'a', style: 's' } }),
    attachment('date_changed', { date: '2026-01-06' }),
    attachment('prompt_changed', { sections: { git: 'b' } }),
    attachment('prompt_changed', { sections: { git: 3 } }),
  ]
  expect(stateOf(messages)).toEqual({
    lacksContext: false,
    date: '2026-01-06',
    told: { git: 'b', style: 's' },
    stale: false,
  })
})

test('the date of older sessions is in the text', () => {
  expect(stateOf([attachment('user_context', {}, "Today's date is 2026-01-05.")]).date).toBe('2026-01-05')
})

test('after a compaction everything has to be told again', () => {
  const memory = createPromptMemory([attachment('user_context', { date: '2026-01-05' })])
  memory.see(boundary)
  expect(memory).toMatchObject({ lacksContext: true, date: undefined, told: {}, stale: true })
  memory.see(attachment('user_context', { date: '2026-01-06' }))
  expect(memory).toMatchObject({ lacksContext: false, date: '2026-01-06' })
})

test('a compaction of an earlier run has its prompt on file already', () => {
  expect(stateOf([boundary]).stale).toBe(false)
})
