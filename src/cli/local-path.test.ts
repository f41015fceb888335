import { expect, test } from 'vitest'
import { localPaths } from './local-path.ts'

test('in WSL paths of Windows are found where its drives are, and others stay', () => {
  const read: string[] = []
  const local = localPaths({ WSL_DISTRO_NAME: 'Ubuntu' }, file => {
    read.push(file)
    return '[automount]\nroot = /drives\n'
  })
  expect(
    [
      'C:\\w\\a b.png',
      'file:///D:/x%20y.png',
      '\\\\wsl$\\Ubuntu\\home\\me',
      '\\\\server\\share\\a',
      '/w/a.ts',
    ].map(local),
  ).toEqual(['/drives/c/w/a b.png', '/drives/d/x y.png', '/home/me', '\\\\server\\share\\a', '/w/a.ts'])
  expect(read).toEqual(['/etc/wsl.conf'])
})

test('elsewhere nothing is changed and nothing read', () => {
  const local = localPaths({}, () => {
    throw new Error('read')
  })
  expect(local('C:\\w')).toBe('C:\\w')
})
