import { expect, test } from 'vitest'
import { fileLocations } from './file-locations.ts'

const placesIn = (text: string): readonly string[] =>
  fileLocations(text, '/w/app').map(({ from, to, place }) => {
    expect(text.slice(from, to)).toMatch(new RegExp(`${place.replaceAll(/[.+]/g, String.raw`\$&`)}$`))
    return place
  })

test.each([
  ['see src/app.ts:12.', ['src/app.ts:12']],
  ['(src/a-b/c_d.tsx:3:14), app.ts:7', ['src/a-b/c_d.tsx:3:14', 'app.ts:7']],
  ['/w/app/src/x.py:4 and ./lib/y.rb:5', ['src/x.py:4', './lib/y.rb:5']],
  ['bin/tool:8', ['bin/tool:8']],
  ['src/a.ts:2:const a, src/b.ts:3:4: error, src/c.ts:5:', ['src/a.ts:2', 'src/b.ts:3:4', 'src/c.ts:5']],
  ['见src/app.ts:12。', ['src/app.ts:12']],
])('%s names %j', (text, places) => {
  expect(placesIn(text)).toEqual(places)
})

test.each([
  'http://evil.example/a.ts:12',
  'javascript:alert/1.js:3',
  'data:text/html:7',
  'vscode://file/etc/passwd:1',
  'example.com:443',
  'localhost:3000',
  '10.0.0.1:80',
  'at 12:30',
  '../secret/a.ts:1',
  'src/../../etc/passwd:1',
  '/etc/passwd:3',
  '/w/app2/a.ts:1',
  '~/x/y.ts:2',
  'C:\\x\\y.ts:2',
  'a.ts:12/b',
  'a.ts:12://b',
  'a.ts:1:2:3',
  'https://e.org/#a.ts:3',
  '%2fa.ts:3',
  'src/app.ts',
])('%s stays text', text => {
  expect(placesIn(text)).toEqual([])
})

test('what stands beside the text counts as if it were part of it', () => {
  const found = (before: string, after: string) => fileLocations('src/a.ts:1', '/w', { before, after })
  expect(found('see ', '.')).toEqual([{ from: 0, to: 10, place: 'src/a.ts:1' }])
  for (const [before, after] of [
    ['../', ''],
    ['http://e.org/', ''],
    ['x', ''],
    ['', '2'],
    ['', '/b'],
    ['', '.5'],
  ] as const)
    expect(found(before, after)).toEqual([])
})

test('a long text costs as much as it is long', () => {
  for (const piece of ['a/', 'a+', 'a.', 'a:1', '/', 'a-', ':'])
    expect(fileLocations(piece.repeat(10_000).slice(0, 20_000), '').length).toBeLessThanOrEqual(200)
})
