import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectories } from './make-directories.ts'

const directory = () => mkdtempSync(join(tmpdir(), 'capstan-dirs-'))

test('missing parents are created with the mode', () => {
  const dir = directory()
  makeDirectories(join(dir, 'a', 'b', 'c'), 0o700)
  expect(['a', 'a/b', 'a/b/c'].map(name => statSync(join(dir, name)).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ])
})

test('an existing directory is left alone', () => {
  const dir = directory()
  expect(() => makeDirectories(dir)).not.toThrow()
})

test('a file in the way is an error', () => {
  const dir = directory()
  writeFileSync(join(dir, 'f'), '')
  expect(() => makeDirectories(join(dir, 'f', 'x'))).toThrow(/ENOTDIR/)
})

test.runIf(process.platform === 'linux')(
  'a file system that refuses new names is an error, not a loop',
  () => {
    expect(() => makeDirectories('/proc/nowhere/x')).toThrow()
  },
)
