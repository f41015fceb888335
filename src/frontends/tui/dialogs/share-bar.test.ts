import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { createTheme } from '../theme/create-theme.ts'
import { percent, shareBar } from './share-bar.ts'

const theme = createTheme('dark', { colours: 0 })
const bar = (share: number, columns = 10): string => stripAnsi(shareBar(share, columns, { theme }))

test.each([
  [0, '░░░░░░░░░░'],
  [0.001, '█░░░░░░░░░'],
  [0.5, '█████░░░░░'],
  [0.999, '█████████░'],
  [1, '██████████'],
  [7, '██████████'],
  [Number.NaN, '░░░░░░░░░░'],
])('%s is drawn as %s', (share, drawn) => {
  expect(bar(share)).toBe(drawn)
})

test('it is as wide as it is told to be', () => {
  fc.assert(
    fc.property(fc.double(), fc.nat(200), (share, columns) => {
      expect(bar(share, columns)).toHaveLength(columns)
    }),
  )
})

test('percentages are whole', () => {
  expect([percent(0.256), percent(Number.NaN), percent(1)]).toEqual(['26%', '0%', '100%'])
})
