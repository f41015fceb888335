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

test.each([
  ['C:\\w\\src\\a.ts', 'C:\\w', 'src\\a.ts'],
  ['c:\\W\\a.ts', 'C:\\w', 'a.ts'],
  ['C:/w/a.ts', 'C:\\w', 'a.ts'],
  ['C:\\w', 'C:\\w\\', '.'],
  ['C:\\w2\\a.ts', 'C:\\w', 'C:\\w2\\a.ts'],
  ['C:\\w\\..a', 'C:\\w', '..a'],
  ['D:\\w\\a.ts', 'C:\\w', 'D:\\w\\a.ts'],
  ['C:\\a.ts', 'C:\\', 'a.ts'],
  ['\\\\server\\share\\w\\a.ts', '\\\\server\\share\\w', 'a.ts'],
  ['\\\\server\\other\\a.ts', '\\\\server\\share', '\\\\server\\other\\a.ts'],
  // A path of one system has nothing to do with a directory of another.
  ['C:\\w\\a.ts', '/w', 'C:\\w\\a.ts'],
  ['/w/a.ts', 'C:\\w', '/w/a.ts'],
  ['src\\a.ts', 'C:\\w', 'src\\a.ts'],
])('on Windows %s seen from %s is %s', (path, directory, short) => {
  expect(fromDirectory(path, directory)).toBe(short)
})

test.each([
  ['C:\\Users\\Me', '~'],
  ['C:\\Users\\Me\\x', '~\\x'],
  ['c:\\users\\me\\x', '~\\x'],
  ['C:\\Users\\Melissa', 'C:\\Users\\Melissa'],
  ['D:\\x', 'D:\\x'],
  ['/Users/Me/x', '/Users/Me/x'],
])('%s is shown as %s at a home of Windows', (path, short) => {
  expect(fromHome(path, 'C:\\Users\\Me')).toBe(short)
})
