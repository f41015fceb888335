import { expect, test } from 'vitest'
import { picturePath } from './dropped-pictures.ts'

test.each([
  ['/a/b.png', '/a/b.png'],
  [' /a/b.PNG \n', '/a/b.PNG'],
  ["'/a/my shot.jpg'", '/a/my shot.jpg'],
  ['"/a/my shot.jpeg"', '/a/my shot.jpeg'],
  ['/a/my\\ shot\\ \\(1\\).webp', '/a/my shot (1).webp'],
  ['~/b.gif', '~/b.gif'],
  ['file:///a/my%20shot.png', 'file:///a/my%20shot.png'],
  ['C:\\Users\\me\\b.png', 'C:\\Users\\me\\b.png'],
  ["'C:\\Users\\me\\(1)\\b.png'", 'C:\\Users\\me\\(1)\\b.png'],
  ['\\\\wsl.localhost\\Ubuntu\\b.png', '\\\\wsl.localhost\\Ubuntu\\b.png'],
  ['see /a/b.png', undefined],
  ['b.png', undefined],
  ['/a/b.txt', undefined],
  ['/a/b.png\n/c/d.png', undefined],
  [`/${'x'.repeat(2000)}.png`, undefined],
])('%j is read as the picture %j', (text, path) => {
  expect(picturePath(text)).toBe(path)
})
