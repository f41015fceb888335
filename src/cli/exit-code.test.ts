import { expect, test } from 'vitest'
import { HostError } from '../protocol/host.ts'
import { verbatim } from '../protocol/messages/layout.ts'
import { exitCodeOf } from './exit-code.ts'
import { ExitError } from './exit-error.ts'

test('what was wrong with the command line ends with 2, what was wrong around it with 1', () => {
  expect([
    exitCodeOf(new HostError('request', verbatim('x'))),
    exitCodeOf(new HostError('session', verbatim('x'))),
    exitCodeOf(new ExitError(130, verbatim('x'))),
  ]).toEqual([2, 1, 130])
})

test('a mistake of ours has no code of its own', () => {
  expect(exitCodeOf(new TypeError('x'))).toBeUndefined()
})
