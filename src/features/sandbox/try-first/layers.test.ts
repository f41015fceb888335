import { expect, test } from 'vitest'
import { copiedMounts, type Layer, mountedWithin, outermost } from './layers.ts'

const layer = (place: string, merged: string): Layer => ({
  ...{ place, lower: place, target: place, merged },
  ...{ upper: '/u', names: '/n' },
})

test('directories in others need no copy of their own', () => {
  expect(outermost(['/p/a', '/p', '/q', '/pq', '/q'])).toEqual(['/p', '/q', '/pq'])
})

test('nothing that could be written is left but copies and files of ours', () => {
  const mounts = copiedMounts(
    [
      { kind: 'tmp', path: '/tmp', of: 'directory' },
      { kind: 'tmp', path: '/var/tmp', of: 'directory' },
      { kind: 'write', path: '/p', of: 'directory' },
      { kind: 'keep', path: '/p/.git', of: 'directory' },
      { kind: 'guard', path: '/p/.git/config', of: 'file' },
      { kind: 'write', path: '/elsewhere', of: 'directory' },
      { kind: 'hide', path: '/p/secret', of: 'directory' },
      { kind: 'write', path: '/run/own.cwd', of: 'file' },
    ],
    {
      layers: [layer('/p', '/c/m0'), layer('/tmp', '/c/m1')],
      own: ['/run/own.cwd'],
      inner: ['/p/disk', '/p/secret/disk'],
    },
  )
  expect(
    mounts.map(({ kind, path, source }) => [kind, path, ...(source === undefined ? [] : [source])]),
  ).toEqual([
    ['write', '/tmp', '/c/m1'],
    ['write', '/p', '/c/m0'],
    ['write', '/p/.git', '/c/m0/.git'],
    ['hide', '/p/secret'],
    ['write', '/run/own.cwd'],
    ['guard', '/p/disk'],
    ['guard', '/p/.git/config'],
  ])
})

test('file systems in a directory are found by the names that the kernel writes', () => {
  const table = [
    '36 35 98:0 / / rw - ext4 /dev/a rw',
    '37 36 0:5 / /p/my\\040disk rw - tmpfs t rw',
    '38 36 0:6 / /pq rw - tmpfs t rw',
    '39 36 0:7 / /p rw - tmpfs t rw',
  ].join('\n')
  expect(mountedWithin(table, ['/p'])).toEqual(['/p/my disk'])
})
