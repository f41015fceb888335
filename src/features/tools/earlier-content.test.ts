import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import type { FileContent } from '../../protocol/tool.ts'
import { earlierContents, isAsShown } from './earlier-content.ts'

const result = (toolUseResult: unknown): Message => ({
  type: 'user',
  uuid: 'u',
  timestamp: '',
  message: { role: 'user', content: [] },
  toolUseResult,
})
const read = (content: string, more: object = {}) => ({
  type: 'text',
  file: { filePath: '/a', content, startLine: 1, numLines: 2, totalLines: 2, ...more },
})
const wrote = (content: string) => ({ type: 'update', filePath: '/a', content, originalFile: 'x' })
const edited = (originalFile: string | null, oldString: string, newString: string, more: object = {}) => ({
  filePath: '/a',
  originalFile,
  oldString,
  newString,
  replaceAll: false,
  ...more,
})

test.each<[string, readonly unknown[], string | undefined]>([
  ['what was read whole is known', [read('one\ntwo')], 'one\ntwo'],
  ['a part is not', [read('one', { numLines: 1 })], undefined],
  ['nor is a later part', [read('two', { startLine: 2 })], undefined],
  ['nor what was cut', [read('one', { truncatedByTokenCap: true })], undefined],
  ['what was written is known', [wrote('new')], 'new'],
  ['an edit goes on from it', [read('one\ntwo'), edited('one\ntwo\n', 'two', '$&2')], 'one\n$&2\n'],
  [
    'also several, and everywhere',
    [
      wrote('a a b'),
      edited('a a b', '', '', {
        edits: [
          { oldString: 'a', newString: 'c', replaceAll: true },
          { oldString: 'b', newString: 'd', replaceAll: false },
        ],
      }),
    ],
    'c c d',
  ],
  ['an edit of a file that was not read whole tells nothing', [edited('one', 'one', 'two')], undefined],
  ['nor one of a file that was another by then', [wrote('one'), edited('two', 'two', 'x')], undefined],
  ['nor one that matched in a freer way', [wrote('one'), edited('one', 'ONE', 'x')], undefined],
  ['nor one of a file too large to keep', [wrote('one'), edited(null, 'one', 'x')], undefined],
  [
    'other results are passed over',
    ['text', null, 7, [], { file: null }, { file: { filePath: 1 } }, { filePath: '/a' }],
    undefined,
  ],
])('%s', (_, results, expected) => {
  expect(earlierContents(results.map(result)).get('/a')).toBe(expected)
})

test.each([
  ['one\r\ntwo\r\n', 'one\ntwo', true],
  ['one\ntwo', 'one\ntwo\n', true],
  ['one\ntwo!', 'one\ntwo', false],
  ['one\n\n', 'one', false],
])('%j on disk is as shown by %j: %s', (disk, shown, expected) => {
  expect(isAsShown({ data: Buffer.from(disk) } as unknown as FileContent, shown)).toBe(expected)
})
