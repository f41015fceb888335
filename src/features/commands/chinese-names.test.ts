import { expect, test } from 'vitest'
import { createPinyin } from '../../lib/text/pinyin.ts'
import { CHINESE_NAMES } from './chinese-names.ts'

test('no two commands have the same Chinese name, and each can be typed by its first letters', () => {
  const names = Object.values(CHINESE_NAMES)
  expect(new Set(names).size).toBe(names.length)
  const pinyin = createPinyin()
  const letters = [...'abcdefghjklmnopqrstwxyz']
  for (const name of names)
    expect(
      letters.some(letter => pinyin.matches(letter, name) === 'start'),
      name,
    ).toBe(true)
})
