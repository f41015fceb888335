import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import { earlierContents, linesAsShown, mayBeEncoded } from './earlier-content.ts'
import { patchOf } from './patch.ts'

const result = (toolUseResult: unknown): Message => ({
  type: 'user',
  uuid: 'u',
  timestamp: '',
  message: { role: 'user', content: [] },
  toolUseResult,
})
const told: Message = {
  type: 'attachment',
  uuid: 'u',
  timestamp: '',
  attachment: { kind: 'changed_files', text: '', paths: ['/a', '/other'] },
}
const read = (content: string, startLine = 1, totalLines = 2) => ({
  type: 'text',
  file: { filePath: '/a', content, startLine, numLines: content.split('\n').length, totalLines },
})
const wrote = (content: string) => ({ type: 'update', filePath: '/a', content, originalFile: 'x' })
const edited = (originalFile: string, after: string, more: object = {}) => ({
  filePath: '/a',
  originalFile,
  structuredPatch: patchOf(originalFile, after),
  ...more,
})
const many = (text: string, count = 20) =>
  Array.from({ length: count }, (_, n) => `${text} ${n + 1}`).join('\n')

/** Which lines count as known when this is on the disk now; `undefined`: it changed, `none`: it was never seen. */
const knownOf = (results: readonly unknown[], disk: string) => {
  const messages = results.map(each => (each === told ? told : result(each)))
  const shown = earlierContents(messages).get('/a')
  const known = shown && linesAsShown(disk, shown)
  if (!shown) return 'none'
  return known?.whole ? 'whole' : known?.lines.map(({ from, to }) => `${from}-${to}`).join(' ')
}

test.each<[string, readonly unknown[], string, string | undefined]>([
  ['what was read whole', [read('one\ntwo')], 'one\ntwo', 'whole'],
  ['line ends aside', [read('one\ntwo')], 'one\r\ntwo\r\n', 'whole'],
  ['a part', [read('two\nthree', 2, 9)], `1\ntwo\nthree\n${many('x', 6)}`, '2-3'],
  [
    'several parts',
    [read('1'), read('5', 5, 6), read('2', 2, 6), read('1', 1, 6)],
    '1\n2\nc\nd\n5\nf\n',
    '1-2 5-5',
  ],
  ['a part that is another now', [read('two', 2, 3)], 'one\nTWO\nthree', undefined],
  ['a part of a file that has grown', [read('two', 2, 3)], 'one\ntwo\nthree\nfour', undefined],
  ['what was written', [wrote('new')], 'new\n', 'whole'],
  ['an edit of it', [read('one\ntwo'), edited('one\ntwo\n', 'one\n2\n3\n')], 'one\n2\n3\n', 'whole'],
  [
    'an edit of a part',
    [read('l 5\nl 6', 5, 20), edited(`${many('l')}\n`, `${many('l').replace('l 5', 'a\nb')}\n`)],
    many('l').replace('l 5', 'a\nb'),
    '5-7',
  ],
  ['a file made by an edit', [edited('', 'new\n')], 'new\n', 'whole'],
  ['an edit of a file that was another by then', [wrote('one'), edited('two', 'x')], 'x', undefined],
  ['an edit of a file that was never shown', [edited('one', 'two')], 'two', 'none'],
  [
    'an edit that does not tell what it did',
    [wrote('one'), { filePath: '/a', originalFile: 'one' }],
    'one',
    'none',
  ],
  ['a file the model was told about', [wrote('one'), told], 'one', undefined],
  ['and that was read again', [wrote('one'), told, read('one', 1, 1)], 'one', 'whole'],
  ['what cannot be seen', [read('a\\u{200b}b', 1, 1)], 'a\u200bb', 'whole'],
  ['a long line', [read('x'.repeat(2000), 1, 1)], 'x'.repeat(3000), 'whole'],
  ['a masked secret', [read('key [secret:github-token:12ab]', 1, 1)], 'key ghp_abc', 'whole'],
  [
    'other results',
    ['text', null, 7, [], { file: null }, { file: { filePath: 1 } }, { filePath: '/a' }],
    '',
    'none',
  ],
])('%s', (_, results, disk, expected) => {
  expect(knownOf(results, disk)).toBe(expected)
})

test('what a resume needs to read a file in another encoding is only needed where a result has a note of one', () => {
  const noted = { ...read('one'), notes: [{ id: 'x', text: 'The file is in GBK; edits keep that.' }] }
  expect(mayBeEncoded([result(read('one')), result({ ...read('one'), notes: [] }), told])).toBe(false)
  expect(mayBeEncoded([result(noted)])).toBe(true)
  expect(mayBeEncoded([result({ ...wrote('new'), kept: ['GBK'] })])).toBe(true)
})

test('a text that is not asked for is not put together', () => {
  const file = Object.defineProperty(read('one\ntwo').file, 'content', {
    get: () => {
      throw new Error('it was asked for')
    },
  })
  const { total } = earlierContents([result({ type: 'text', file })]).get('/a') ?? {}
  expect(total).toBe(2)
})
