import { expect, test } from 'vitest'
import { anyText, plainText } from './text-file.ts'

const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['plain UTF-8', Buffer.from('naïve\n'), { text: 'naïve\n', isUtf8: true }],
  ['UTF-8 with a mark', Buffer.from('\ufeffa\r\n'), { text: 'a\r\n', isUtf8: false }],
  ['UTF-16 little endian', wide('aé'), { text: 'aé', isUtf8: false }],
  ['UTF-16 big endian', wide('aé').swap16(), { text: 'aé', isUtf8: false }],
  ['nothing', Buffer.alloc(0), { text: '', isUtf8: true }],
  ['a NUL byte', Buffer.from('a\0b'), undefined],
  ['half a UTF-16 unit', Buffer.from([0xff, 0xfe, 0x61]), undefined],
  ['another encoding', Buffer.from([0x61, 0xe9]), undefined],
])('%s is told apart', (_name, bytes, plain) => {
  expect(plainText(bytes)).toEqual(plain)
})

test('text in another encoding is found out', async () => {
  expect(await anyText(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))).toBe('你好')
  expect(await anyText(Buffer.from('a\0b'))).toBeUndefined()
})
