import { expect, test } from 'vitest'
import { type TranscriptCall, whyFailed } from './why-failed.ts'

const run = (subject: string, failed = false, result = ''): TranscriptCall => ({
  tool: 'Bash',
  subject,
  failed,
  kind: 'run',
  result,
})
const write = (subject: string): TranscriptCall => ({
  tool: 'Edit',
  subject,
  failed: false,
  kind: 'write',
  result: '',
})
const look = (subject: string, failed = false): TranscriptCall => ({
  tool: 'Read',
  subject,
  failed,
  kind: 'look',
  result: '',
})
const CHECKS = [{ name: 'npm test', passed: false, output: '> test\n\nnot ok 3 - adds\nfail 1\n' }]

test.each([
  [
    'a failure that stayed',
    [look('a.js'), run('npm test', true, 'boo\nError: x'), write('a.js')],
    { kind: 'failed_step', step: 2, what: 'Bash npm test: Error: x' },
  ],
  [
    'a failure made good, then a change that nothing was run after',
    [run('npm test', true), write('a.js'), run('npm test'), write('b.js')],
    { kind: 'never_run', step: 4, what: 'Edit b.js' },
  ],
  ['nothing but looking', [look('a.js')], { kind: 'nothing_done', what: 'npm test: not ok 3 - adds' }],
  [
    'all went well but for the check',
    [write('a.js'), run('node a.js')],
    { kind: 'check', what: 'npm test: not ok 3 - adds' },
  ],
  ['no call at all', [], { kind: 'nothing_done', what: 'npm test: not ok 3 - adds' }],
] as const)('%s', (_, calls, expected) => {
  expect(whyFailed(calls, { ended: 'completed', checks: CHECKS })).toEqual(expected)
})

test('a limit is named, with the step that failed before', () => {
  expect(whyFailed([run('make', true, 'make: error')], { ended: 'max_turns', checks: CHECKS })).toEqual({
    kind: 'limit',
    step: 1,
    what: 'max_turns: Bash make: make: error',
  })
  expect(whyFailed([write('a')], { ended: 'time_limit', checks: CHECKS })).toEqual({
    kind: 'limit',
    what: 'time_limit',
  })
})
