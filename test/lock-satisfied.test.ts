import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from './support/tmp-dir.ts'

/** A plain script without type declarations. */
const { missingPackages } = (await import(
  new URL('../scripts/lock-satisfied.mjs', import.meta.url).href
)) as { missingPackages: (...given: unknown[]) => readonly string[] }

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const one = { version: '1.0.0', integrity: 'sha512-a' }

test.each<[string, object, object | undefined, string[]]>([
  ['the same package', one, one, []],
  ['another version', { ...one, version: '1.0.1' }, one, ['node_modules/a']],
  ['other bytes under the same version', { ...one, integrity: 'sha512-b' }, one, ['node_modules/a']],
  ['a package nobody installed', one, undefined, ['node_modules/a']],
  ['optional, for another machine', { ...one, optional: true, os: ['darwin'], cpu: ['x64'] }, {}, []],
  ['optional, for this machine', { ...one, optional: true, os: 'linux', cpu: 'x64' }, {}, ['node_modules/a']],
  [
    'optional, for another libc',
    { ...one, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    {},
    [],
  ],
  ['optional, anything but this machine', { ...one, optional: true, os: ['!linux'], cpu: ['x64'] }, {}, []],
  ['optional, for what is missing', { ...one, optional: true }, {}, []],
])('bootstrap installs only what the lock misses: %s', async (_name, wanted, found, missing) => {
  await using root = tmpDir()
  mkdirSync(join(root.path, 'node_modules/a'), { recursive: true })
  writeFileSync(join(root.path, 'node_modules/a/package.json'), '{}')
  const lock = { packages: { '': {}, 'node_modules/a': wanted } }
  const installed = { packages: { 'node_modules/a': found } }
  expect(missingPackages({ lock, installed, root: root.path, machine })).toEqual(missing)
})

test('bootstrap installs again when a package is written down as installed and its folder is gone', async () => {
  await using root = tmpDir()
  const packages = { 'node_modules/a': one }
  expect(missingPackages({ lock: { packages }, installed: { packages }, root: root.path, machine })).toEqual([
    'node_modules/a',
  ])
})
