import { expect, test } from 'vitest'
import { effectOf, hunksIn, subjectOf } from './effect.ts'

const hunk = { oldStart: 3, oldLines: 1, newStart: 3, newLines: 2, lines: ['-a', '+b', '+c'] }

test.each([
  ['a command', { command: 'ls' }, { stdout: '', exitCode: 0 }, { kind: 'run', exitCode: 0 }],
  ['a command without result', { command: 'ls' }, undefined, { kind: 'run' }],
  ['a command that was stopped', { command: 'ls' }, { exitCode: null }, { kind: 'run', exitCode: null }],
  [
    'a code that means no failure',
    { command: 'grep x y' },
    { exitCode: 1, returnCodeInterpretation: 'No matches' },
    { kind: 'run', exitCode: 1, benign: true },
  ],
  [
    'a command in the background',
    { command: 'x' },
    { backgroundTaskId: 'b1' },
    { kind: 'run', background: true },
  ],
  [
    'an edit',
    { file_path: 'a' },
    { filePath: '/w/a', structuredPatch: [hunk] },
    {
      kind: 'write',
      path: '/w/a',
      created: false,
      hunks: [{ oldStart: 3, newStart: 3, lines: ['-a', '+b', '+c'] }],
      added: 2,
      removed: 1,
    },
  ],
  [
    'a new file',
    { file_path: 'a', content: 'x\ny\n' },
    { type: 'create', filePath: '/w/a', content: 'x\ny\n', structuredPatch: [] },
    {
      kind: 'write',
      path: '/w/a',
      created: true,
      hunks: [{ oldStart: 0, newStart: 1, lines: ['+x', '+y'] }],
      added: 2,
      removed: 0,
    },
  ],
  ['an edit that failed', { file_path: 'a', old_string: 'b' }, undefined, { kind: 'look', attempt: 'write' }],
  [
    'a page',
    { url: 'https://a.example/' },
    { code: 200, bytes: 5 },
    { kind: 'fetch', status: 200, bytes: 5 },
  ],
  ['a search in the web', { query: 'x' }, undefined, { kind: 'fetch' }],
  ['a search in files', { pattern: 'x' }, { numFiles: 2 }, { kind: 'look' }],
  ['a tool nobody knows', { anything: 1 }, { ok: true }, { kind: 'run' }],
  ['input that is no object', 'x', 7, { kind: 'run' }],
])('%s is told by its shape', (_, input, output, effect) => {
  expect(effectOf(input, output)).toEqual(effect)
})

test('a patch that is wrong in any part gives no hunks', () => {
  expect(hunksIn({ structuredPatch: [hunk] })).toHaveLength(1)
  for (const wrong of [{ ...hunk, lines: [1] }, { ...hunk, oldStart: 'x' }, null, []])
    expect(hunksIn({ structuredPatch: [hunk, wrong] })).toEqual([])
  expect(hunksIn({ structuredPatch: 'no' })).toEqual([])
})

test.each([
  [{ command: 'ls', description: 'list' }, 'ls'],
  [{ file_path: 'a.ts', old_string: 'x' }, 'a.ts'],
  [{ prompt: 'look', subagent_type: 'x' }, 'look'],
  [{ depth: 2 }, 'depth: 2'],
  [{ dry_run: true, names: ['a', 'b'] }, 'dry run: true, names: a, b'],
  [
    { list: [{ a: 1 }], none: [], more: { a: 1, b: 2 }, no: null },
    'list: 1 item, none: 0 items, more: 2 fields',
  ],
  [{ to: 'ann', message: 'The tests pass.', summary: 'done' }, 'ann: The tests pass.'],
  [{ to: 'ann', message: { type: 'shutdown_request', reason: 'x' } }, 'ann: shutdown request'],
  [{ to: '*', message: { odd: 1 }, summary: 'done' }, '*: done'],
  [{ to: 'ann', message: 7 }, 'ann: '],
  [{ plan: '# Plan', planFilePath: '/p/plan.md' }, '/p/plan.md'],
  [{}, ''],
  [null, ''],
  [7, '7'],
])('%j is about %j', (input, subject) => {
  expect(subjectOf(input)).toBe(subject)
})
