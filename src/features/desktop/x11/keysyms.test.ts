import { expect, test } from 'vitest'
import { chordOf, keysymOf } from './keysyms.ts'

test.each<[string, number]>([
  ['a', 0x61],
  ['~', 0x7e],
  ['ü', 0xfc],
  ['世', 0x01000000 + 0x4e16],
  ['\n', 0xff0d],
  ['\t', 0xff09],
])('the character %j has the number X11 gives it', (character, number) => {
  expect(keysymOf(character)).toBe(number)
})

test.each<[string, readonly number[] | undefined]>([
  ['Enter', [0xff0d]],
  ['ctrl+s', [0xffe3, 0x73]],
  ['Ctrl+Shift+T', [0xffe3, 0xffe1, 0x54]],
  ['alt+F4', [0xffe9, 0xffc1]],
  ['ctrl++', [0xffe3, 0x2b]],
  ['+', [0x2b]],
  ['ctrl+nonsense', undefined],
  ['F25', undefined],
  ['', undefined],
])('%j is a key, or is none', (written, keys) => {
  expect(chordOf(written)).toEqual(keys)
})
