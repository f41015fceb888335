import { expect, test } from 'vitest'
import { buddyLine } from './buddy.tsx'

const view = { width: 80, beat: 0, working: false, reducedMotion: false }
const BEATS = Array.from({ length: 120 }, (_, beat) => beat)

test('it is one line within the width, whatever it does and however wide the terminal is', () => {
  // Collected first: an assertion for each of them would take longer than all lines.
  const wrong: object[] = []
  for (let width = 1; width <= 200; width += 1)
    for (const working of [true, false])
      for (const beat of BEATS) {
        const line = buddyLine({ ...view, width, working, beat })
        if (line.length > Math.max(1, width - 1) || !/^[ -~]+$/.test(line))
          wrong.push({ width, working, beat, line })
      }
  expect(wrong).toEqual([])
})

test('there is room for it in a terminal of 40 columns, whose margins leave less', () => {
  expect(buddyLine({ ...view, width: 35 })).toBe(' ')
  expect(buddyLine({ ...view, width: 36 })).toContain('o_o')
})

test('it moves, and is still when motion is reduced', () => {
  const poses = (reducedMotion: boolean) =>
    new Set(
      BEATS.flatMap(beat =>
        [true, false].map(working => buddyLine({ ...view, beat, working, reducedMotion })),
      ),
    )
  expect(poses(false).size).toBeGreaterThan(2)
  expect(poses(true).size).toBe(1)
})
