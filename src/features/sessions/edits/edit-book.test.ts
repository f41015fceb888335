import { expect, test } from 'vitest'
import type { Message } from '../../../protocol/message.ts'
import { EditBook } from './edit-book.ts'

const said = (uuid: string, text: string, more: object = {}): Message => ({
  type: 'user',
  uuid,
  timestamp: '',
  message: { role: 'user', content: text },
  ...more,
})

const result = (id: string, output: unknown, more: object = {}): Message => ({
  type: 'user',
  uuid: `r-${id}`,
  timestamp: '',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '', ...more }] },
  toolUseResult: output,
})

const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }]

test('every patch belongs to the message of the person before it', () => {
  const book = new EditBook([
    said('p1', 'first  thing\nto do'),
    result('t1', { filePath: '/w/a', structuredPatch: patch }),
    said('m', 'a nudge', { isMeta: true }),
    said('p2', 'second'),
    result('t2', { notebook_path: '/w/n', structuredPatch: patch }),
    result('t3', { filePath: '/w/new', type: 'create', content: 'x\ny\n', structuredPatch: [] }),
  ])
  expect(book.edits.map(({ toolUseId, messageUuid, path }) => [toolUseId, messageUuid, path])).toEqual([
    ['t1', 'p1', '/w/a'],
    ['t2', 'p2', '/w/n'],
    ['t3', 'p2', '/w/new'],
  ])
  expect(book.find('t3')?.hunks).toEqual([{ oldStart: 0, newStart: 1, lines: ['+x', '+y'] }])
  expect([...book.prompts]).toEqual([
    ['p1', 'first thing to do'],
    ['p2', 'second'],
  ])
})

test.each<[string, unknown, object]>([
  ['a failed call', { filePath: '/w/a', structuredPatch: patch }, { is_error: true }],
  ['an output without a file', { structuredPatch: patch }, {}],
  ['a patch that changes nothing', { filePath: '/w/a', structuredPatch: [] }, {}],
  ['something else', 'text', {}],
  [
    'a patch too long to keep',
    { filePath: '/w/a', structuredPatch: [{ ...patch[0], lines: ['+'.repeat(500_000)] }] },
    {},
  ],
])('%s is no edit', (_, output, more) => {
  expect(new EditBook([result('t', output, more)]).edits).toEqual([])
})

test('on another branch only its own edits count, and old ones give way', () => {
  const book = new EditBook([result('t1', { filePath: '/w/a', structuredPatch: patch })])
  book.take([said('p', 'hi')])
  expect([book.edits, [...book.prompts.keys()]]).toEqual([[], ['p']])
  for (let at = 0; at < 500; at++) book.see(result(`t${at}`, { filePath: '/w/a', structuredPatch: patch }))
  expect([book.edits.length, book.edits[0]?.toolUseId]).toEqual([400, 't100'])
})
