import { expect, test } from 'vitest'
import { deniedReads } from './denied-reads.ts'

const reads = (...specs: readonly string[]) =>
  deniedReads(
    specs.map(spec => ({ spec, anchor: '/p' })),
    { cwd: '/p/sub', home: '/h' },
  )

test.each([
  ['//etc/secret', '/etc/secret'],
  ['~/.config/x/**', '/h/.config/x'],
  ['/private/', '/p/private'],
  ['./.env', '/p/sub/.env'],
  ['a/b/**', '/p/sub/a/b'],
])('the pattern %s is the path %s', (spec, path) => {
  expect(reads(spec).paths).toEqual([path])
})

test.each([
  ['.env', ['.env'], ['.env.local', 'x.env']],
  ['*.pem', ['a.pem', '.pem'], ['a.pem.txt', 'apem']],
  ['private/**', ['private'], ['private2']],
  ['**/secrets/**', ['secrets'], ['secret']],
])('the pattern %s is a name at any depth', (spec, hit, missed) => {
  const { isDenied, paths } = reads(spec)
  expect([paths, hit.filter(isDenied), missed.filter(isDenied)]).toEqual([[], hit, []])
})

test('a pattern that is neither is left to the command line', () => {
  const { paths, isDenied } = reads('src/*/keys', 'a[bc]')
  expect([paths, ['keys', 'ab', 'x'].filter(isDenied)]).toEqual([[], []])
})
