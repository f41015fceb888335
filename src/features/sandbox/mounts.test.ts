import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangeMounts, type Mount, readOnlyBelow } from './mounts.ts'

const at = (kind: Mount['kind'], path: string): Mount => ({ kind, path, of: 'directory' })
const shown = (mounts: readonly Mount[]): readonly string[] => mounts.map(one => `${one.kind} ${one.path}`)

test.each<[string, readonly Mount[], readonly string[]]>([
  ['outer mounts come first', [at('write', '/a/b'), at('tmp', '/a')], ['tmp /a', 'write /a/b']],
  ['the stricter of two wishes counts', [at('hide', '/a'), at('write', '/a')], ['hide /a']],
  [
    'a working directory is more than a temporary one',
    [at('tmp', '/tmp'), at('write', '/tmp')],
    ['write /tmp'],
  ],
  [
    'a working directory may lie in a hidden one',
    [at('hide', '/a'), at('write', '/a/b')],
    ['hide /a', 'write /a/b'],
  ],
  ['nothing is hidden in what is hidden', [at('hide', '/a'), at('hide', '/a/b')], ['hide /a']],
  [
    'nothing of the outside is in the private directory',
    [at('tmp', '/tmp'), at('hide', '/tmp/x')],
    ['tmp /tmp'],
  ],
  ['what cannot be written needs no guard', [at('guard', '/a/.git')], []],
  [
    'a guard lies in what can be written',
    [at('write', '/a'), at('guard', '/a/b')],
    ['write /a', 'guard /a/b'],
  ],
  ['what is readable anyway is not opened', [at('write', '/a'), at('read', '/a/b')], ['write /a']],
  ['a hidden place can have an open part', [at('hide', '/a'), at('read', '/a/b')], ['hide /a', 'read /a/b']],
  [
    'a guard does not show again what is hidden',
    [at('write', '/a'), at('hide', '/a/s'), at('guard', '/a/s/.git')],
    ['write /a', 'hide /a/s'],
  ],
])('%s', (_name, wishes, arranged) => {
  expect(shown(arrangeMounts(wishes))).toEqual(arranged)
})

const kinds = fc.constantFrom<Mount['kind'][]>('tmp', 'write', 'keep', 'read', 'guard', 'hide')
const paths = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
  .map(names => `/${names.join('/')}`)
const wish = fc.record({ kind: kinds, path: paths, of: fc.constant('directory' as const) })

test('the order of the wishes makes no difference, and what is hidden stays hidden', () => {
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 12 }), wishes => {
      const arranged = arrangeMounts(wishes)
      expect(arrangeMounts([...wishes].reverse())).toEqual(arranged)
      for (const { kind, path } of wishes)
        if (kind === 'hide') {
          const nearest = [...arranged]
            .filter(one => path === one.path || path.startsWith(`${one.path}/`))
            .sort((a, b) => b.path.length - a.path.length)[0]
          expect(['hide', 'tmp']).toContain(nearest?.kind)
        }
    }),
  )
})

test('directories to be read stay so, whatever is open around them or in them, and what is hidden in them is', () => {
  const mount = (kind: Mount['kind'], path: string): Mount => ({ kind, path, of: 'directory' })
  const mounts = [
    mount('tmp', '/tmp'),
    mount('write', '/home/me'),
    mount('write', '/home/me/app'),
    mount('hide', '/home/me/app/secret'),
    mount('write', '/home/me/app/build'),
    mount('keep', '/home/me/app/.git'),
    mount('write', '/home/me/app2'),
    mount('hide', '/home/me/hidden'),
  ]
  const held = readOnlyBelow(['/home/me/app', '/tmp/x', '/home/me/hidden'], mounts)
  expect(held.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'tmp /tmp',
    'write /home/me',
    'guard /tmp/x',
    'write /home/me/app2',
    'hide /home/me/hidden',
    'guard /home/me/app',
    'hide /home/me/app/secret',
  ])
})
