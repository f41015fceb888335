import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { encodeNew } from '../../../lib/encoding/write-text.ts'
import { readWorkspaceEdit } from './workspace-edit.ts'

const at = (line: number, character: number) => ({ line, character })

/** What is left of a file with these bytes when a server wants `new` in place of the range. */
const edit = (bytes: Buffer | string, start: ReturnType<typeof at>, end: ReturnType<typeof at>) => {
  using disposed = new DisposableStack()
  const tmp = tmpDir()
  disposed.defer(() => void tmp[Symbol.asyncDispose]())
  const path = join(tmp.path, 'a.ts')
  writeFileSync(path, bytes)
  const changes = { [pathToFileURL(path).href]: [{ range: { start, end }, newText: 'new' }] }
  return readWorkspaceEdit([{ changes }]).map(({ after }) => after)
}

test.each([
  ['UTF-8', Buffer.from('/* 中文 */ old\n')],
  ['UTF-8 with a mark', Buffer.from('\ufeff/* 中文 */ old\n')],
  ['UTF-16', Buffer.from('\ufeff/* 中文 */ old\n', 'utf16le')],
  ['GBK', encodeNew('/* 中文 */ old\n', 'gbk') as Buffer],
])('columns are counted in characters of %s', (_, bytes) => {
  expect(edit(bytes, at(0, 9), at(0, 12))).toEqual(['/* 中文 */ new\n'])
})

test('a column behind the end of a line is its end, whatever ends it', () => {
  expect(edit('a\r\nb\r\n', at(0, 1), at(0, 99))).toEqual(['anew\r\nb\r\n'])
  expect(edit('a\nb', at(1, 0), at(9, 0))).toEqual(['a\nnew'])
})

test.each([
  ['is too large', 'x'.repeat(2 ** 20 + 1)],
  ['is no text', Buffer.from([0, 1, 2, 0, 255, 0])],
])('a file that %s is not left out in silence', (_, bytes) => {
  expect(() => edit(bytes, at(0, 0), at(0, 1))).toThrow('nothing was changed')
})
