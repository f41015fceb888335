import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../test/support/any-character.ts'
import { cutWords } from './cut-words.ts'

test('what fits stays as it is', () => {
  const words = { text: 'short' }
  expect(cutWords(words, 5)).toBe(words)
})

test('the middle goes, and a mark says how much and where the whole is', () => {
  const { text } = cutWords({ text: `${'a'.repeat(5_000)}${'z'.repeat(5_000)}`, id: 'u1' }, 1_160)
  expect(text).toBe(
    `${'a'.repeat(600)}\n[… 9000 characters left out here; Recall {"message_id":"u1"} shows all …]\n${'z'.repeat(400)}`,
  )
})

test('what was cut before is cut on under one mark that counts both', () => {
  const whole = `${'a'.repeat(5_000)}${'z'.repeat(5_000)}`
  const twice = cutWords(cutWords({ text: whole, id: 'u1' }, 4_000), 1_160)
  expect(twice.text).toBe(cutWords({ text: whole, id: 'u1' }, 1_160).text)
})

test.each([
  ['en', 'zh', /此处省略 (\d+) 个字符；Recall \{"message_id":"u1"\} 可查看全文/],
  ['zh', 'en', /(\d+) characters left out here; Recall \{"message_id":"u1"\} shows all/],
] as const)('what was cut under a prompt in %s is cut on under one in %s', (before, now, mark) => {
  const whole = 'q'.repeat(9_000)
  const once = cutWords({ text: whole, id: 'u1' }, 4_000, before)
  const { text } = cutWords(once, 1_160, now)
  expect(text.match(/\[…/g)).toHaveLength(1)
  expect(Number(mark.exec(text)?.[1])).toBe(9_000 - (text.match(/q/g) ?? []).length)
})

test('no cut is longer than asked for, parts a character, or loses count', () => {
  void fc.assert(
    fc.property(
      fc.string({ unit: ANY_CHARACTER, minLength: 0, maxLength: 700 }),
      fc.array(fc.integer({ min: 200, max: 700 }), { minLength: 1, maxLength: 3 }),
      (text, caps) => {
        const smaller = caps.toSorted((a, b) => b - a)
        const cut = smaller.reduce((words, most) => cutWords(words, most), { text }).text
        expect(cut.length).toBeLessThanOrEqual(Math.max(...smaller))
        expect(cut.isWellFormed()).toBe(true)
        const mark = /\n\[… (\d+) characters left out here …\]\n/.exec(cut)
        const kept = mark ? cut.length - mark[0].length + Number(mark[1]) : cut.length
        expect(kept).toBe(text.length)
      },
    ),
    { numRuns: 30 },
  )
})
