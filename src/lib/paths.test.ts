import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandHome, isInside, resolveReal } from './paths.ts'

let top = ''
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'paths-')))
  mkdirSync(join(top, 'app/src'), { recursive: true })
  mkdirSync(join(top, 'app2/deep'), { recursive: true })
  writeFileSync(join(top, 'app/src/a.txt'), 'a')
  writeFileSync(join(top, 'app2/secret'), 's')
  symlinkSync('../app2', join(top, 'app/out'))
  symlinkSync('out/secret', join(top, 'app/twice'))
  symlinkSync(join(top, 'app2/not-yet'), join(top, 'app/dangling'))
  symlinkSync('dangling', join(top, 'app/dangling2'))
  symlinkSync('loop-b', join(top, 'app/loop-a'))
  symlinkSync('loop-a', join(top, 'app/loop-b'))
  symlinkSync('../app2/deep', join(top, 'app/deep'))
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const at = (path: string): string => `${top}/${path}`
const real = (path: string): string => {
  const found = resolveReal(at(path))
  return found.ok ? found.real.slice(top.length + 1) : found.why
}

test.each([
  ['app/src/a.txt', 'app/src/a.txt'],
  ['app/src/./a.txt', 'app/src/a.txt'],
  ['app/src/new/b.txt', 'app/src/new/b.txt'],
  ['app/out', 'app2'],
  ['app/out/secret', 'app2/secret'],
  ['app/out/new/x', 'app2/new/x'],
  ['app/twice', 'app2/secret'],
  ['app/dangling', 'app2/not-yet'],
  ['app/dangling2', 'app2/not-yet'],
  ['app/dangling/x', 'app2/not-yet/x'],
  ['app/src/../src/a.txt', 'app/src/a.txt'],
  // The kernel goes up from where the link leads, not from where it stands.
  ['app/deep/../secret', 'app2/secret'],
  ['app/new/../x', 'the path goes up from a directory that does not exist'],
  ['app/dangling/../x', 'the path goes up from a directory that does not exist'],
  ['app/loop-a', 'more than 40 links in a row'],
  ['app/a\0b', 'the path holds a NUL byte'],
])('%s leads to %s', (path, expected) => {
  expect(real(path)).toBe(expected)
})

test('every name on the way is kept', () => {
  expect(resolveReal(at('app/twice'))).toEqual({
    ok: true,
    real: at('app2/secret'),
    hops: [at('app/twice'), at('app/out/secret'), at('app2/secret')],
    exists: true,
  })
  expect(resolveReal(at('app/dangling2/x'))).toEqual({
    ok: true,
    real: at('app2/not-yet/x'),
    hops: [at('app/dangling2/x'), at('app/dangling/x'), at('app2/not-yet/x')],
    exists: false,
  })
})

test('what is known of directories changes no answer', () => {
  const names = [
    'app',
    'app/out',
    'app/deep',
    'app/dangling',
    'app/loop-a',
    'app/none',
    'app/none/none',
    'app2/secret',
  ]
  const paths = names.flatMap(name =>
    ['', '/', '/x', '/y/z', '/../x', '/./x', '//x', `/${'n/'.repeat(9)}x`, '/y/z/1/2/3/4/5'].map(
      rest => join(top, name) + rest,
    ),
  )
  const known = new Map()
  for (const path of [...paths, ...paths.toReversed(), '/', '/none', '/none/x', '//none/x'])
    expect(resolveReal(path, known), path).toEqual(resolveReal(path))
})

test('a relative path is refused', () => {
  expect(resolveReal('app')).toEqual({
    ok: false,
    problem: 'relative',
    why: 'the path is not absolute',
  })
})

test('what exists resolves as realpath does', () => {
  const names = fc.constantFrom(
    'app',
    'app2',
    'src',
    'out',
    'deep',
    'twice',
    'secret',
    'a.txt',
    '.',
    '..',
    'none',
  )
  fc.assert(
    fc.property(fc.array(names, { maxLength: 6 }), path => {
      const given = at(path.join('/'))
      let expected: string | undefined
      try {
        expected = realpathSync.native(given)
      } catch {
        expected = undefined
      }
      const found = resolveReal(given)
      if (expected !== undefined) expect(found.ok && found.real).toBe(expected)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['/data/app', '/data/app', true, true],
  ['/data/app/x', '/data/app', true, true],
  ['/data/app2/x', '/data/app', true, false],
  ['/data', '/data/app', true, false],
  ['/x', '/', true, true],
  ['/data/APP/x', '/data/app', true, false],
  ['/data/APP/x', '/data/app', false, true],
  ['/data/cafe\u0301/x', '/data/caf\u00e9', true, true],
])('%s in %s (case counts: %s) is %s', (path, root, caseSensitive, expected) => {
  expect(isInside(path, root, { caseSensitive })).toBe(expected)
})

test.each([
  ['~', '/h'],
  ['~/x', '/h/x'],
  ['~bob/x', '~bob/x'],
  ['/a/~', '/a/~'],
])('%s expands to %s', (path, expected) => {
  expect(expandHome(path, '/h')).toBe(expected)
})
