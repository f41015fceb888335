import { expect, test } from 'vitest'
import { windowLimits } from './window.ts'

test.each([
  [
    'a large window takes fixed amounts',
    [200_000, 64_000, {}],
    { effective: 180_000, warnAt: 160_000, compactAt: 167_000, blockAt: 177_000 },
  ],
  [
    'a small window takes shares',
    [10_000, 4_000, {}],
    { effective: 9_000, warnAt: 8_000, compactAt: 8_350, blockAt: 8_850 },
  ],
  [
    'a small output needs little room',
    [200_000, 4_000, {}],
    { effective: 196_000, warnAt: 176_000, compactAt: 183_000, blockAt: 193_000 },
  ],
  [
    'a chosen window is smaller; the hard limit stays the model’s own',
    [200_000, 64_000, { window: 100_000 }],
    { effective: 90_000, warnAt: 80_000, compactAt: 83_500, blockAt: 177_000 },
  ],
  [
    'a chosen window is never larger than the model’s',
    [200_000, 64_000, { window: 1_000_000 }],
    { effective: 180_000, warnAt: 160_000, compactAt: 167_000, blockAt: 177_000 },
  ],
  [
    'a chosen share makes it earlier',
    [200_000, 64_000, { percent: 50 }],
    { effective: 180_000, warnAt: 90_000, compactAt: 90_000, blockAt: 177_000 },
  ],
  [
    'a chosen share never makes it later',
    [200_000, 64_000, { percent: 99 }],
    { effective: 180_000, warnAt: 160_000, compactAt: 167_000, blockAt: 177_000 },
  ],
] as const)('%s', (_name, [window, maxOutput, choice], limits) => {
  expect(windowLimits(window, maxOutput, choice)).toEqual(limits)
})
