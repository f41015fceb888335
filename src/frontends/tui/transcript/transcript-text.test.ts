import { expect, test } from 'vitest'
import type { Item } from '../state/item.ts'
import { loadWords } from '../text/words.ts'
import { lastAnswers, sourceInSight, transcriptText } from './transcript-text.ts'

const reply = (text: string): Item => ({ kind: 'assistant', id: text, text, ended: true })
const ITEMS: readonly Item[] = [
  { kind: 'banner', id: 'b', lines: ['Capstan'] },
  { kind: 'user', id: 'u', text: 'hi', attachments: 0 },
  reply('one'),
  { kind: 'tool', id: 't', name: 'Bash', input: { command: 'ls' }, state: 'done', text: 'a\n```\n' },
  { kind: 'thinking', id: 'k', text: 'hm\n\nso', ended: true },
  reply(' '),
  reply('two'),
  { kind: 'command', id: 'c', command: 'cost', text: '$1' },
  { kind: 'shell', id: 's', command: 'pwd', output: '/w\n', state: 'done' },
  { kind: 'ending', id: 'e', level: 'warning', cause: { kind: 'interrupted' } },
]

test('an answer is found from the end', () => {
  const transcript = { done: ITEMS, live: [], generation: 0 }
  const found = [1, 2, 3, 0, 'all'] as const
  expect(found.map(which => lastAnswers(transcript, which))).toEqual(['two', 'one', '', '', 'one\n\ntwo'])
})

test('of what is in sight the last answer counts, else what was said or printed', () => {
  expect(sourceInSight(ITEMS)).toBe('two')
  expect(sourceInSight(ITEMS.slice(0, 4))).toBe('one')
  expect(sourceInSight(ITEMS.slice(0, 2))).toBe('hi')
  expect(sourceInSight(ITEMS.slice(7))).toBe('/w\n')
  expect(sourceInSight([])).toBe('')
})

test('the whole is Markdown that no content can break', async () => {
  expect(transcriptText(ITEMS, await loadWords('en'))).toBe(
    [
      '## User\n\nhi',
      '## Assistant\n\none',
      '### Tool: Bash\n\n```json\n{\n  "command": "ls"\n}\n```\n\n````\na\n```\n````',
      '> hm\n>\n> so',
      '## Assistant\n\ntwo',
      '### /cost\n\n$1',
      '### ! pwd\n\n```\n/w\n```',
      '> Interrupted. Changes so far are kept.\n',
    ].join('\n\n'),
  )
})
