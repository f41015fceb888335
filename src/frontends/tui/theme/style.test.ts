import { expect, test } from 'vitest'
import { parseStyle } from './style.ts'

test.each([
  ['', { attributes: [], foreground: undefined, background: undefined }],
  ['bold', { attributes: ['bold'], foreground: undefined, background: undefined }],
  ['#ff8000', { attributes: [], foreground: { red: 255, green: 128, blue: 0 }, background: undefined }],
  ['on #000102', { attributes: [], foreground: undefined, background: { red: 0, green: 1, blue: 2 } }],
  [
    'bold underline bright-red on yellow',
    { attributes: ['bold', 'underline'], foreground: { ansi: 9 }, background: { ansi: 3 } },
  ],
])('%j is read', (words, expected) => {
  expect(parseStyle(words)).toEqual(expected)
})

test('a colour nobody knows is a mistake in the palette', () => {
  expect(() => parseStyle('pinkish')).toThrow('pinkish')
})
