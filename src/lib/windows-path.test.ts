import { expect, test } from 'vitest'
import { belowWindows, fromWindows, isWindowsPath, mountsIn, windowsPathOf } from './windows-path.ts'

test.each([
  ['C:\\w', true],
  ['c:/w', true],
  ['C:\\', true],
  ['\\\\server\\share', true],
  ['\\\\server\\share\\a', true],
  ['\\\\wsl.localhost\\Ubuntu\\home', true],
  ['\\\\wsl$\\Ubuntu\\home', true],
  ['\\\\?\\C:\\w', true],
  // On its own drive only, or in the directory a drive remembers: no absolute path.
  ['\\w', false],
  ['C:w', false],
  ['C:', false],
  ['\\\\server', false],
  // What another system may call a file.
  ['/w/C:\\w', false],
  ['//server/share', false],
  ['/', false],
  ['w\\a.ts', false],
  ['https://a.example/b', false],
  ['', false],
])('%j is a path of Windows: %s', (path, is) => {
  expect(isWindowsPath(path)).toBe(is)
})

const WSL = { distro: 'Ubuntu-24.04', mounts: '/mnt/' }

test.each([
  ['C:\\Users\\Me\\a b.png', '/mnt/c/Users/Me/a b.png'],
  ['d:/w/src/a.ts', '/mnt/d/w/src/a.ts'],
  ['C:\\', '/mnt/c'],
  ['C:\\w\\', '/mnt/c/w'],
  ['\\\\wsl.localhost\\Ubuntu-24.04\\home\\me\\w', '/home/me/w'],
  ['\\\\wsl$\\ubuntu-24.04\\home\\me', '/home/me'],
  ['\\\\WSL.LOCALHOST\\Ubuntu-24.04\\', '/'],
  ['\\\\wsl.localhost\\Ubuntu-24.04\\..\\..\\etc', '/../../etc'],
  ['\\\\wsl.localhost\\Debian\\home\\me', undefined],
  ['\\\\wsl.localhost.evil\\Ubuntu-24.04\\home', undefined],
  ['\\\\server\\share\\a', undefined],
  ['/home/me', undefined],
  ['a.ts', undefined],
])('in WSL %j is %j', (path, here) => {
  expect(fromWindows(path, WSL)).toBe(here)
})

test('drives are where /etc/wsl.conf says, and paths follow', () => {
  expect(fromWindows('C:\\w', { ...WSL, mounts: '/' })).toBe('/c/w')
  for (const [text, mounts] of [
    ['', '/mnt/'],
    ['[automount]\nenabled = true\n', '/mnt/'],
    ['[automount]\nroot = /\n', '/'],
    ['[boot]\nsystemd=true\n[ Automount ]\nroot="/windir" # here\n', '/windir/'],
    ['[network]\nroot = /wrong\n', '/mnt/'],
    ['[automount]\n# root = /wrong\nroot = relative\n', '/mnt/'],
  ] as const)
    expect(mountsIn(text), text).toBe(mounts)
})

test.each([
  ['file:///C:/Users/Me/a%20b.ts', 'C:\\Users\\Me\\a b.ts'],
  ['file:///c%3A/w/a.ts#L3', 'c:\\w\\a.ts'],
  ['file://wsl.localhost/Ubuntu-24.04/home/me/a.ts', '\\\\wsl.localhost\\Ubuntu-24.04\\home\\me\\a.ts'],
  ['file://wsl%24/Ubuntu-24.04/home', '\\\\wsl$\\Ubuntu-24.04\\home'],
  ['file://server/share/a.ts', '\\\\server\\share\\a.ts'],
  ['file:///home/me/a.ts', undefined],
  ['file:///w/%ff', undefined],
  ['https://C:/w', undefined],
  ['C:\\w', undefined],
  ['', undefined],
])('the address %j names %j', (uri, path) => {
  expect(windowsPathOf(uri)).toBe(path)
})

test('what lies below a directory of Windows is called as Windows does', () => {
  expect(belowWindows('C:\\w', '/src/a.ts')).toBe('C:\\w\\src\\a.ts')
  expect(belowWindows('C:/w/', '/a.ts')).toBe('C:/w\\a.ts')
  expect(belowWindows('C:\\w', '')).toBe('C:\\w')
})
