import { closeSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { pinMadeDirectory } from './pinned-directory.ts'
import { MovedError, pinByName, pinPath } from './pinned-path.ts'

const plant = (): string => {
  const root = makeDirectory()
  mkdirSync(join(root, 'dir/sub'), { recursive: true })
  writeFileSync(join(root, 'dir/sub/a'), 'inside')
  mkdirSync(join(root, 'other/sub'), { recursive: true })
  writeFileSync(join(root, 'other/sub/a'), 'outside')
  return root
}
const swap = (root: string): void => {
  renameSync(join(root, 'dir'), join(root, 'moved'))
  symlinkSync('other', join(root, 'dir'))
}
const readFd = (fd: number): string => {
  try {
    return readFileSync(fd, 'utf8')
  } finally {
    closeSync(fd)
  }
}

test.each([
  ['by descriptor where there are such', pinPath],
  ['by name', pinByName],
])('%s: what is held is what lies at the path, and no link is on the way', (_, hold) => {
  const root = plant()
  {
    using file = hold(join(root, 'dir/sub/a'))
    expect([readFd(file.open()), file.isStill(), file.stats.isFile()]).toEqual(['inside', true, true])
    using directory = hold(join(root, 'dir'))
    using child = directory.child('sub')
    expect([child.real, child.stats.isDirectory()]).toEqual([join(root, 'dir/sub'), true])
    expect(() => directory.child('none')).toThrow(/ENOENT/)
  }
  using held = hold(join(root, 'dir/sub'))
  swap(root)
  expect(held.isStill()).toBe(false)
  for (const path of ['dir', 'dir/sub', 'dir/sub/a'])
    expect(() => hold(join(root, path)), path).toThrow(MovedError)
})

test('by name: a file that was swapped since is not opened', () => {
  const root = plant()
  using file = pinByName(join(root, 'dir/sub/a'))
  swap(root)
  expect(() => file.open()).toThrow(MovedError)
})

test.runIf(process.platform === 'linux')('by descriptor: it stays the same file under every name', () => {
  const root = plant()
  using directory = pinPath(join(root, 'dir'))
  using file = pinPath(join(root, 'dir/sub/a'))
  swap(root)
  expect([readFd(file.open()), readFileSync(join(directory.path, 'sub/a'), 'utf8')]).toEqual([
    'inside',
    'inside',
  ])
  expect(readFileSync(join(directory.childPath, 'sub/a'), 'utf8')).toBe('inside')
})

test('a directory is made one level after the other, and never through a link', () => {
  const root = plant()
  using made = pinMadeDirectory(join(root, 'dir/x/y'))
  expect(made.isStill()).toBe(true)
  symlinkSync(join(root, 'other'), join(root, 'dir/z'))
  expect(() => pinMadeDirectory(join(root, 'dir/z/new'))).toThrow(MovedError)
  expect(() => pinMadeDirectory(join(root, 'dir/sub/a/b'))).toThrow(/ENOTDIR/)
})
