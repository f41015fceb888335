import { expect, test } from 'vitest'
import { gistOf, readProblems } from './read-problems.ts'

const read = (output: string) =>
  readProblems(output, '/p').map(({ path, line, severity, text }) => `${path}:${line} ${severity} ${text}`)

test.each([
  [
    'gcc',
    'src/a.c:3:7: error: expected ;\nsrc/a.c:4:1: warning: unused\n',
    ['/p/src/a.c:3 error expected ;', '/p/src/a.c:4 warning unused'],
  ],
  [
    'tsc',
    "src/a.ts(3,7): error TS2304: Cannot find name 'x'.\n",
    ["/p/src/a.ts:3 error TS2304: Cannot find name 'x'."],
  ],
  [
    'ruff',
    'a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n',
    ['/p/a.py:1 error F401 [*] `os` imported but unused'],
  ],
  [
    'eslint',
    '\n/p/src/a.js\n  1:7   error    \u001b[1mno x\u001b[22m  no-unused\n  2:1  warning  odd  rule\n\n✖ 2 problems\n',
    ['/p/src/a.js:1 error no x no-unused', '/p/src/a.js:2 warning odd rule'],
  ],
  [
    'clippy',
    'warning: unused variable\n  --> src/a.rs:2:9\n   |\n',
    ['/p/src/a.rs:2 warning unused variable'],
  ],
  ['shellcheck', 'run.sh:3:5: note: Double quote [SC2086]\n', ['/p/run.sh:3 info Double quote [SC2086]']],
  ['go vet', './a.go:5:2: unreachable code\n', ['/p/a.go:5 error unreachable code']],
  ['nothing', 'All good.\n12:30:05 done in 3.2s\n', []],
])('what %s writes is read', (_, output, wanted) => {
  expect(read(output)).toEqual(wanted)
})

test('a flood is read in part, and in time', () => {
  expect(read('a.ts:1:1: error: x\n'.repeat(100_000))).toHaveLength(200)
  expect(read(`${'a:'.repeat(200_000)}\n${'(((('.repeat(50_000)}`)).toEqual([])
})

test('where no place is named, what looks like the reason is told', () => {
  expect(gistOf('running 3 tests\nAssertionError: expected 1 to be 2\nbye\n')).toBe(
    'AssertionError: expected 1 to be 2',
  )
  expect(gistOf('one\ntwo\n\nthree\nfour\n')).toBe('two · three · four')
})
