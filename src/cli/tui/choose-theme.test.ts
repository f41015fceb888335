import { expect, test } from 'vitest'
import { chooseTheme } from './early-appearance.ts'

const rgb = (red: number, green: number, blue: number) => ({ red, green, blue })

test.each([
  ['auto', rgb(255, 255, 255), 'light'],
  ['auto', rgb(253, 246, 227), 'light'],
  ['auto', rgb(0, 43, 54), 'dark'],
  ['auto', undefined, 'dark'],
  [undefined, rgb(250, 250, 250), 'light'],
  ['no such theme', rgb(0, 0, 0), 'dark'],
  ['light-daltonized', rgb(0, 0, 0), 'light-daltonized'],
  ['dark-ansi', rgb(255, 255, 255), 'dark-ansi'],
])('%s before %j is %s', (choice, background, expected) => {
  expect(chooseTheme(choice, background)).toBe(expected)
})
