import { expect, test } from 'vitest'
import { mapJsonLines, pathMapper } from './map-paths.ts'

const mapped = pathMapper([
  ['/home/a/proj', '/srv/p'],
  ['/home/a/.capstan', '/home/b/.capstan'],
  ['/home/a', '/home/b'],
])

test.each([
  ['/home/a/proj', '/srv/p'],
  ['/home/a/proj/x.ts:3', '/srv/p/x.ts:3'],
  ['see /home/a/proj.', 'see /srv/p.'],
  [
    '/home/a/proj-2 and /home/a/project and /home/a/proj.old',
    '/home/b/proj-2 and /home/b/project and /home/b/proj.old',
  ],
  ['/home/a/.capstan/memory', '/home/b/.capstan/memory'],
  ['/home/ab and x/home/a', '/home/ab and x/home/a'],
])('%s becomes %s', (text, expected) => {
  expect(mapped(text)).toBe(expected)
})

test('keys and values of each line are changed, a torn line is not, and what stands for itself stays', () => {
  const line = JSON.stringify({ files: { '/home/a/proj/x': { n: 1 } }, said: ['in /home/a/proj'] })
  expect(mapJsonLines(`${line}\n{"torn": "/home/a/pr\n`, mapped)).toBe(
    `${JSON.stringify({ files: { '/srv/p/x': { n: 1 } }, said: ['in /srv/p'] })}\n{"torn": "/home/a/pr\n`,
  )
  expect(pathMapper([['/same', '/same']])('/same')).toBe('/same')
})
