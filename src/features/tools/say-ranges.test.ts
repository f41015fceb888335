import { expect, test } from 'vitest'
import { forModel } from '../../protocol/messages/model-texts.ts'
import { sayRanges } from './say-ranges.ts'

test.each([
  [[], '', ''],
  [
    [
      { from: 3, to: 3 },
      { from: 5, to: 9 },
    ],
    '3–3, 5–9',
    '3–3、5–9',
  ],
  [
    Array.from({ length: 8 }, (_, n) => ({ from: 10 * n, to: 10 * n + 1 })),
    '0–1, 10–11, 20–21, 30–31, 40–41, 50–51 and 2 more',
    '0–1、10–11、20–21、30–31、40–41、50–51，另有 2 段',
  ],
])('%j is said as %j', (ranges, english, chinese) => {
  expect(forModel(sayRanges(ranges))).toBe(english)
  expect(forModel(sayRanges(ranges), 'zh')).toBe(chinese)
})
