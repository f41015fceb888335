import { expect, test } from 'vitest'
import { deniedReads } from './denied-reads.ts'

const reads = (...specs: readonly string[]) =>
  deniedReads(
    specs.map(spec => ({ spec, anchor: '/p' })),
    { cwd: '/p/sub', home: '/h', caseSensitive: path => !path.startsWith('/p/folding') },
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
  const among = (names: readonly string[]) => names.filter(name => isDenied(name, '/p'))
  expect([paths, among(hit), among(missed)]).toEqual([[], hit, []])
})

test('in a directory whose names ignore case, so does a rule', () => {
  const { isDenied } = reads('Secrets', '.ENV')
  const names = ['secrets', 'Secrets', '.env', 'other']
  expect(names.filter(name => isDenied(name, '/p'))).toEqual(['Secrets'])
  expect(names.filter(name => isDenied(name, '/p/folding/x'))).toEqual(['secrets', 'Secrets', '.env'])
})

test('a pattern that is neither is left to the command line', () => {
  const { paths, isDenied } = reads('src/*/keys', 'a[bc]')
  expect([paths, ['keys', 'ab', 'x'].filter(name => isDenied(name, '/p'))]).toEqual([[], []])
})
