import { expect, test } from 'vitest'
import { isSameExtension, readExtensionName, writeExtensionName } from './extension-name.ts'

test.each([
  ['run', { name: 'run' }],
  ['deploy:run', { plugin: 'deploy', name: 'run' }],
  ['deploy:eu:run', { plugin: 'deploy', name: 'eu:run' }],
  ['deploy/run', { name: 'deploy:run' }],
  ['deploy/eu/run', { name: 'deploy:eu:run' }],
  ['apps/web:run', { name: 'apps/web:run' }],
  ['apps/web:eu:run', { name: 'apps/web:eu:run' }],
])('%s is read as one pair', (text, pair) => {
  expect(readExtensionName(text)).toEqual(pair)
  expect(writeExtensionName(pair)).toBe(text)
})

test('no two pairs are written alike', () => {
  const parts = ['a', 'b', 'a:b', 'b:a', 'a:b:a', ':a', 'a:', ':']
  const plugins = ['a', 'b', 'a.b', 'a-b']
  const qualified = ['x/y:a', 'x/y:a:b', 'x/y/z:a']
  const all = [
    ...[...parts, ...qualified].map(name => ({ name })),
    ...plugins.flatMap(plugin => parts.map(name => ({ plugin, name }))),
  ]
  for (const one of all) {
    expect(readExtensionName(writeExtensionName(one))).toEqual(one)
    for (const other of all)
      expect(writeExtensionName(one) === writeExtensionName(other)).toBe(isSameExtension(one, other))
  }
})
