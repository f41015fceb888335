import { expect, test } from 'vitest'
import { COMMANDS } from './index.ts'
import { findCommand, nearestCommand, parseCommand } from './parse-command.ts'

test.each<[string, ReturnType<typeof parseCommand>]>([
  ['/context', { name: 'context', args: '' }],
  ['  /compact keep   the tests \n', { name: 'compact', args: 'keep   the tests' }],
  ['/Compact\nline one\nline two', { name: 'compact', args: 'line one\nline two' }],
  ['/plugin:name x', { name: 'plugin:name', args: 'x' }],
  ['/usr/bin/env is missing', undefined],
  ['/src/app.ts:3 fails', undefined],
  ['/a.txt', undefined],
  ['// a comment', undefined],
  ['/', undefined],
  ['/ context', undefined],
  ['say /context', undefined],
  ['/1up', undefined],
])('%j is the command %j', (text, expected) => {
  expect(parseCommand(text)).toEqual(expected)
})

test('a command answers to its aliases', () => {
  expect(findCommand('usage', COMMANDS)?.name).toBe('cost')
  expect(findCommand('nothing', COMMANDS)).toBeUndefined()
})

test.each([
  ['contxt', 'context'],
  ['comp', 'compact'],
  ['hlep', 'help'],
  ['cahce', 'cache'],
  ['modle', 'model'],
  ['deploy', undefined],
])('the nearest command to %s is %s', (typed, nearest) => {
  expect(nearestCommand(typed, COMMANDS)).toBe(nearest)
})
