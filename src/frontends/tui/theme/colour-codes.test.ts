import { expect, test } from 'vitest'
import { colourCode, nearestOf256 } from './colour-codes.ts'

const rgb = (red: number, green: number, blue: number) => ({ red, green, blue })

test.each([
  [rgb(0, 0, 0), 16],
  [rgb(255, 255, 255), 231],
  [rgb(255, 0, 0), 196],
  [rgb(95, 135, 175), 67],
  [rgb(8, 8, 8), 232],
  [rgb(238, 238, 238), 255],
  [rgb(100, 100, 100), 241],
])('%j is number %i of 256', (colour, expected) => {
  expect(nearestOf256(colour)).toBe(expected)
})

test.each([
  [{ ansi: 1 }, 'foreground', 256, '31'],
  [{ ansi: 9 }, 'foreground', 16, '91'],
  [{ ansi: 11 }, 'background', 16, '103'],
  [rgb(1, 2, 3), 'background', 16_777_216, '48;2;1;2;3'],
  [rgb(255, 0, 0), 'foreground', 256, '38;5;196'],
] as const)('%j as %s with %i colours is %s', (colour, ground, depth, expected) => {
  expect(colourCode(colour, ground, depth)).toBe(expected)
})
