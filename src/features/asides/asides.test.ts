import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { readRecap, readSuggestion, recapPrompt, suggestionPrompt } from './aside-kinds.ts'
import { hasTalk, spokenOf } from './spoken.ts'

const person = (text: string, more: object = {}): Message => ({
  type: 'user',
  uuid: 'u',
  timestamp: '',
  message: { role: 'user', content: text },
  ...more,
})

const model = (text: string, more: object = {}): Message => ({
  type: 'assistant',
  uuid: 'a',
  timestamp: '',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: [
      { type: 'text', text },
      { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/w/a.ts' } },
    ],
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
    ...more,
  },
})

test('a conversation is told by what was said and which tools were called', () => {
  expect(spokenOf([person('Fix it'), person('nudge', { isMeta: true }), model('Done.')])).toBe(
    'Person: Fix it\n\nAssistant: Done.\n[Read /w/a.ts]',
  )
  expect(spokenOf([person('Fix it'), model('x', { model: '<synthetic>' })])).toBe('Person: Fix it')
})

test('of a long conversation the end is told, of a long message the beginning and the end', () => {
  const long = spokenOf(Array.from({ length: 200 }, (_, at) => person(`message ${at} ${'x'.repeat(500)}`)))
  expect(long.length).toBeLessThan(12_500)
  expect(long).toContain('message 199')
  expect(long).not.toContain('message 0 ')
  expect(spokenOf([person(`start ${'x'.repeat(9_000)} end`)])).toMatch(/^Person: start x+\n…\nx+ end$/)
})

test('there is nothing to guess from before a model has spoken', () => {
  expect(hasTalk([person('hi'), model('x', { model: '<synthetic>' })])).toBe(false)
  expect(hasTalk([person('hi'), model('Hello.')])).toBe(true)
})

test.each([
  ['Run the tests', 'Run the tests'],
  ['"Run the tests"\n\nBecause …', 'Run the tests'],
  ['Person: now commit it', 'now commit it'],
  ['「把测试也跑一遍」', '把测试也跑一遍'],
  ['NONE', undefined],
  ['None.', undefined],
  ['', undefined],
  ['/clear', undefined],
  ['!rm -rf .', undefined],
  ['x'.repeat(200), undefined],
])('of the answer %j the suggestion is %j', (answer, suggestion) => {
  expect(readSuggestion(answer)).toBe(suggestion)
})

test('a recap is plain text of a bounded length', () => {
  expect(readRecap(' You fixed it.\n\n\nOne test is open. ')).toBe('You fixed it.\nOne test is open.')
  expect(readRecap('  ')).toBeUndefined()
  expect(readRecap('x'.repeat(5_000))).toHaveLength(1_201)
  for (const prompt of [recapPrompt, suggestionPrompt])
    for (const language of ['en', 'zh'] as const)
      expect(prompt([person('Mend the gate')])[language]).toContain('Mend the gate')
})
