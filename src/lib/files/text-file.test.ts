import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, encodeText } from './text-file.ts'

test.each([
  ['plain UTF-8', Buffer.from('naïve\n'), { text: 'naïve\n', encoding: 'utf8', bom: false }],
  ['UTF-8 with a mark', Buffer.from('\ufeffa\r\n'), { text: 'a\r\n', encoding: 'utf8', bom: true }],
  [
    'UTF-16 little endian',
    Buffer.from('\ufeffaé', 'utf16le'),
    { text: 'aé', encoding: 'utf16le', bom: true },
  ],
  [
    'UTF-16 big endian',
    Buffer.from('\ufeffaé', 'utf16le').swap16(),
    { text: 'aé', encoding: 'utf16be', bom: true },
  ],
  ['bytes that are not UTF-8', Buffer.from([0x61, 0xe9]), { text: 'aé', encoding: 'latin1', bom: false }],
  ['nothing', Buffer.alloc(0), { text: '', encoding: 'utf8', bom: false }],
  ['a NUL byte', Buffer.from('a\0b'), undefined],
  ['half a UTF-16 unit', Buffer.from([0xff, 0xfe, 0x61]), undefined],
])('%s decodes', (_name, bytes, decoded) => {
  expect(decodeText(bytes)).toEqual(decoded)
})

test('bytes that decode encode to the same bytes', () => {
  const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff])
  const text = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: 'grapheme' }).map(text => Buffer.from(text)),
  )
  fc.assert(
    fc.property(mark, text, (bom, rest) => {
      const bytes = Buffer.concat([Buffer.from(bom), rest])
      const decoded = decodeText(bytes)
      if (decoded) expect(encodeText(decoded)).toEqual(bytes)
    }),
  )
})

test('text outside Latin-1 cannot be written into a Latin-1 file', () => {
  expect(encodeText({ text: '→', encoding: 'latin1', bom: false })).toBeUndefined()
})
