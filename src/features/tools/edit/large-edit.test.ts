import { expect, test } from 'vitest'
import { editLarge } from './large-edit.ts'

const file = (text: string | Buffer) => {
  const data = Buffer.from(text)
  return { path: '/big', realPath: '/big', size: data.length, mtimeMs: 1, mode: 0o644, data }
}
const edit = (text: string | Buffer, oldText: string, newText: string, all = false) => {
  const { data, ...rest } = editLarge(file(text), { oldText, newText, all })
  return { ...rest, text: data.toString() }
}

test('one place is replaced, and the lines around it told', () => {
  expect(edit('ä\nb c\nd\n', 'b', 'X\nY')).toEqual({
    text: 'ä\nX\nY c\nd\n',
    before: 'b c\n',
    after: 'X\nY c\n',
    firstLine: 2,
    replacements: 1,
  })
})

test('the first and the last bytes can be replaced', () => {
  expect(edit('a\nb', 'a', 'x')).toEqual({
    text: 'x\nb',
    before: 'a\n',
    after: 'x\n',
    firstLine: 1,
    replacements: 1,
  })
  expect(edit('a\nb', 'b', 'x')).toEqual({
    text: 'a\nx',
    before: 'b',
    after: 'x',
    firstLine: 2,
    replacements: 1,
  })
})

test('CRLF is matched by LF and written as CRLF, within a line too', () => {
  expect(edit('a\r\nb\r\n', 'a\nb', 'x\ny').text).toBe('x\r\ny\r\n')
  expect(edit('a\r\nb\r\n', 'b', 'x\ny').text).toBe('a\r\nx\r\ny\r\n')
})

test('every place is replaced when asked for', () => {
  expect(edit('a b a', 'a', 'x', true)).toMatchObject({ text: 'x b x', replacements: 2 })
})

test.each([
  ['several places', 'a\nb\na\n', /occurs 2 times, at lines 1, 3/],
  ['no place', 'b\n', /find it with Grep/],
  ['UTF-16', Buffer.from('\ufeffa', 'utf16le'), /UTF-16 or no text/],
  ['binary content', 'a\0', /UTF-16 or no text/],
])('%s is refused', (_name, text, message) => {
  expect(() => edit(text, 'a', 'x')).toThrow(message)
})
