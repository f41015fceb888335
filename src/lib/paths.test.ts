import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PathSystem } from './path-system.ts'
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

/** A file system by its files: a text that is no `link:` is a number of the file. Names are as they are listed. */
const systemOf = (
  paths: PathSystem['paths'],
  files: Readonly<Record<string, string>>,
  shortNames: Readonly<Record<string, string>> = {},
): PathSystem => {
  const fold = (path: string): string => (paths === win32 ? path.toLowerCase() : path)
  const byName = new Map(Object.entries(files).map(([path, what]) => [fold(path), what]))
  const known = (path: string): string | undefined => byName.get(fold(shortNames[path] ?? path))
  return {
    paths,
    look(path) {
      const what = known(path)
      if (what === undefined) return undefined
      return { dev: 1, ino: Number(what) || 0, isSymbolicLink: () => what.startsWith('link:') }
    },
    readLink: path => known(path)?.slice('link:'.length) ?? '',
    names: directory =>
      Object.keys(files)
        .filter(path => paths.dirname(path) === directory && path !== directory)
        .map(path => paths.basename(path)),
  }
}

const ON_WINDOWS = systemOf(win32, {
  'C:\\w': '1',
  'C:\\w\\a.ts': '2',
  'C:\\w\\out': 'link:..\\other',
  'C:\\w\\drive': 'link:D:\\deep',
  'C:\\w\\top': 'link:\\other',
  'C:\\w\\junction': 'link:\\\\?\\D:\\deep',
  'C:\\w\\share': 'link:\\\\?\\UNC\\srv\\docs',
  'C:\\w\\loop': 'link:loop',
  'C:\\other': '3',
  'C:\\other\\secret': '4',
  'D:\\deep': '5',
  'D:\\deep\\x': '6',
  '\\\\srv\\docs\\b.md': '7',
})

test.each([
  ['C:\\w\\a.ts', 'C:\\w\\a.ts'],
  ['C:/w/a.ts', 'C:\\w\\a.ts'],
  ['C:\\w\\.\\a.ts', 'C:\\w\\a.ts'],
  ['C:\\w\\new\\b.ts', 'C:\\w\\new\\b.ts'],
  ['C:\\', 'C:\\'],
  ['C:\\w\\..', 'C:\\'],
  ['C:\\..\\..\\w\\a.ts', 'C:\\w\\a.ts'],
  ['C:\\w\\out\\secret', 'C:\\other\\secret'],
  ['C:\\w\\drive\\x', 'D:\\deep\\x'],
  ['C:\\w\\top\\secret', 'C:\\other\\secret'],
  ['C:\\w\\junction\\x', 'D:\\deep\\x'],
  ['C:\\w\\drive\\..\\..\\x', 'D:\\x'],
  ['C:\\w\\share\\b.md', '\\\\srv\\docs\\b.md'],
  ['\\\\srv\\docs\\b.md', '\\\\srv\\docs\\b.md'],
  ['\\\\srv\\docs\\..\\..\\b.md', '\\\\srv\\docs\\b.md'],
  ['C:\\w\\loop', 'more than 40 links in a row'],
  ['C:\\w\\new\\..\\x', 'the path goes up from a directory that does not exist'],
  ['C:w\\a.ts', 'the path is not absolute'],
  ['w\\a.ts', 'the path is not absolute'],
])('on Windows %s leads to %s', (path, expected) => {
  const found = resolveReal(path, new Map(), ON_WINDOWS)
  expect(found.ok ? found.real : found.why).toBe(expected)
})

test.each([
  ['C:\\w\\a.ts', 'C:\\w', true],
  ['c:\\W\\A.ts', 'C:\\w', true],
  ['C:\\w2\\a.ts', 'C:\\w', false],
  ['C:\\w', 'C:\\', true],
  ['D:\\w', 'C:\\', false],
  ['\\\\srv\\docs\\b.md', '\\\\srv\\docs', true],
  ['\\\\srv\\docs2', '\\\\srv\\docs', false],
])('on Windows %s is inside %s: %s', (path, root, inside) => {
  expect(isInside(path, root, { caseSensitive: false, sep: '\\' })).toBe(inside)
})

test('the home directory of Windows is written with either separator', () => {
  const home = 'C:\\Users\\Me'
  for (const path of ['~\\x', '~/x']) expect(expandHome(path, home, win32)).toBe('C:\\Users\\Me\\x')
  expect(expandHome('~\\x', '/home/me')).toBe('~\\x')
})

/** What a drive of Windows looks like to WSL: it opens `.git` as `GIT~1`, too, and lists it once. */
const DRIVE = systemOf(
  posix,
  {
    '/mnt/c/w': '1',
    '/mnt/c/w/.git': '2',
    '/mnt/c/w/.git/hooks': '3',
    '/mnt/c/w/a~1': '4',
    '/mnt/c/w/b~1': '5',
  },
  {
    '/mnt/c/w/GIT~1': '/mnt/c/w/.git',
    '/mnt/c/w/GIT~1/hooks': '/mnt/c/w/.git/hooks',
    // Some file system that answers under a name whose file no listing shows.
    '/mnt/c/w/GHOST~1': '/mnt/c',
  },
)

test.each([
  ['/mnt/c/w/GIT~1', '/mnt/c/w/.git'],
  ['/mnt/c/w/GIT~1/hooks/pre-commit', '/mnt/c/w/.git/hooks/pre-commit'],
  ['/mnt/c/w/a~1', '/mnt/c/w/a~1'],
  ['/mnt/c/w/new~1', '/mnt/c/w/new~1'],
])('the second name %s leads to %s', (path, expected) => {
  const files = {
    ...DRIVE,
    look: (at: string) => (at === '/mnt' || at === '/mnt/c' ? NOT_LISTED : DRIVE.look(at)),
  }
  const found = resolveReal(path, new Map(), files)
  expect(found.ok ? found.real : found.why).toBe(expected)
})

const NOT_LISTED = { dev: 1, ino: 99, isSymbolicLink: () => false }

test('a second name whose file no directory lists is refused', () => {
  const files = { ...DRIVE, look: (at: string) => DRIVE.look(at) ?? NOT_LISTED }
  expect(resolveReal('/mnt/c/w/GHOST~1', new Map(), files)).toMatchObject({
    ok: false,
    problem: 'unresolvable',
  })
})

test('a file of this machine whose name looks like a second one keeps it', () => {
  writeFileSync(join(top, 'app/notes~1'), '')
  expect(real('app/notes~1')).toBe('app/notes~1')
  expect(real('app/none~1')).toBe('app/none~1')
})
