import { expect, test } from 'vitest'
import { fromDirectory, fromHome } from './short-path.ts'

test.each([
  ['/w/a.ts', 'a.ts'],
  ['/w', '.'],
  ['/w/..a', '..a'],
  ['/other/a.ts', '/other/a.ts'],
  ['/', '/'],
  ['a.ts', 'a.ts'],
])('%s seen from /w is %s', (path, short) => {
  expect(fromDirectory(path, '/w')).toBe(short)
})

test.each([
  ['/home/me', '~'],
  ['/home/me/x', '~/x'],
  ['/home/melissa', '/home/melissa'],
])('%s is shown as %s at home', (path, short) => {
  expect(fromHome(path, '/home/me')).toBe(short)
})

test('without a home nothing is at home', () => {
  expect(fromHome('/w/x', '')).toBe('/w/x')
})
