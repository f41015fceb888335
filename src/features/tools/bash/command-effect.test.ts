import { expect, test } from 'vitest'
import { commandEffect } from './command-effect.ts'
import type { BashOutput } from './output.ts'

const ended = (more: Partial<BashOutput>): BashOutput => ({
  stdout: '',
  stderr: '',
  interrupted: false,
  exitCode: 0,
  ...more,
})

test.each<[string, BashOutput | undefined, unknown]>([
  ['that went well', ended({ stdout: 'fine\n' }), { outcome: 'done' }],
  [
    'that failed',
    ended({ exitCode: 2, stdout: 'long\nstory\nError: no "table" users\n\n' }),
    { outcome: 'failed', detail: 'exit code 2: "Error: no \\"table\\" users"' },
  ],
  ['that failed silently', ended({ exitCode: 1 }), { outcome: 'failed', detail: 'exit code 1' }],
  [
    'whose exit code is no failure',
    ended({ exitCode: 1, returnCodeInterpretation: 'no matches' }),
    { outcome: 'done', detail: 'exit code 1' },
  ],
  [
    'that took too long',
    ended({ exitCode: null, signal: 'SIGTERM', timedOutAfterMs: 50 }),
    { outcome: 'failed', detail: 'ended after 50 ms' },
  ],
  [
    'that a signal ended',
    ended({ exitCode: null, signal: 'SIGSEGV' }),
    { outcome: 'failed', detail: 'ended by SIGSEGV' },
  ],
  [
    'in the background',
    ended({ exitCode: null, backgroundTaskId: 'b1' }),
    { outcome: 'running', taskId: 'b1' },
  ],
  [
    'that was interrupted',
    ended({ exitCode: null, signal: 'SIGTERM', interrupted: true }),
    { outcome: 'interrupted' },
  ],
  ['nobody knows the end of', undefined, { outcome: 'interrupted' }],
])('a command %s', (_name, output, expected) => {
  expect(commandEffect('make it', output)).toEqual({
    kind: 'command',
    text: 'make it',
    ...(expected as object),
  })
})
