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

test.each([
  [
    'node',
    'Error: no such table\n    at run (/a.js:3:5)\n    at main (/a.js:9:1)\n\nNode.js v22.1.0',
    'Error: no such table',
  ],
  [
    'node, thrown',
    '/p/a.js:3\n  throw new TypeError("x")\n  ^\n\nTypeError: x is odd\n    at f (/p/a.js:3:9) {\n  code: 1\n}\n\nNode.js v22',
    'TypeError: x is odd',
  ],
  [
    'python',
    'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: bad value',
    'ValueError: bad value',
  ],
  [
    'tsc',
    "src/a.ts(3,5): error TS2322: Type 'x' is not assignable.\n\nFound 1 error.",
    "src/a.ts(3,5): error TS2322: Type 'x' is not assignable.",
  ],
  [
    'gcc and make',
    "a.c: In function 'main':\na.c:3:5: error: expected ';'\n    3 | x\n      | ^\nmake: *** [a.o] Error 1",
    "a.c:3:5: error: expected ';'",
  ],
  [
    'a test runner',
    'ok 1 - adds\nnot ok 2 - divides\n  ---\n  duration_ms: 3\n  ...\n1..2',
    'not ok 2 - divides',
  ],
  [
    'npm',
    '> test\n> node t.js\n\nAssertionError [ERR_ASSERTION]: 1 == 2\n    at x\nnpm ERR! code 1\nnpm ERR! A complete log',
    'AssertionError [ERR_ASSERTION]: 1 == 2',
  ],
  [
    'rust',
    "   Compiling a\nthread 'main' panicked at src/main.rs:2:5:\nboom\nnote: run with RUST_BACKTRACE",
    "thread 'main' panicked at src/main.rs:2:5:",
  ],
  ['no word of it', 'first\nthe last\n', 'the last'],
  [
    'a count of none',
    '0 errors, 2 warnings\nFAILED tests/a.py::t - assert 1',
    'FAILED tests/a.py::t - assert 1',
  ],
])('of what %s printed the line that says what failed is quoted', (_name, stdout, line) => {
  expect(commandEffect('x', ended({ exitCode: 1, stdout })).detail).toBe(
    `exit code 1: ${JSON.stringify(line)}`,
  )
})
