import { expect, test } from 'vitest'
import { presentationFor } from '../../../test/support/presented.ts'
import type { Paint } from './paint.ts'
import { inColour, plainly } from './paint.ts'
import { callPreview, callResult, callSubject } from './tool-views.ts'

const subject = (name: string, input: unknown): string =>
  callSubject({ input, presentation: presentationFor(name, input) }, '/w')
const result = (name: string, output: unknown, paint: Paint): readonly string[] | undefined =>
  callResult(presentationFor(name, {}, output), paint)

test.each([
  ['Read', { file_path: '/w/a/b.ts' }, 'a/b.ts'],
  ['Read', { file_path: 'b.ts' }, 'b.ts'],
  ['Edit', { file_path: '/etc/passwd' }, '/etc/passwd'],
  ['Write', { file_path: '/w2/x' }, '/w2/x'],
  ['Write', {}, ''],
  ['Bash', { command: 'echo a\necho \u001b[2J' }, 'echo a⏎echo \\u{1b}[2J'],
  ['Grep', { pattern: 'a b', path: '/w/src' }, '"a b" in src'],
  ['Grep', { pattern: 'x', path: '/w' }, '"x" in .'],
  ['Glob', { pattern: '**/*.ts' }, '**/*.ts'],
  ['mcp__any__tool', { a: 1 }, '{"a":1}'],
  ['constructor', undefined, ''],
])('a call of %s with %j is about %s', (name, input, about) => {
  expect(subject(name, input)).toBe(about)
})

const PATCH = [{ oldStart: 1, newStart: 1, lines: ['-a', '+b'] }]

test.each([
  ['Read', { file: { numLines: 1 } }, ['1 line']],
  ['Edit', { structuredPatch: PATCH }, ['1 line added, 1 removed', '   1 - a', '   1 + b']],
  ['Write', { type: 'create', content: 'a\nb\n', structuredPatch: [] }, ['created, 2 lines']],
  ['Write', { type: 'update', structuredPatch: PATCH }, ['1 line added, 1 removed', '   1 - a', '   1 + b']],
  ['Bash', { stdout: 'a\n\nb\n', exitCode: 0 }, ['exit code 0', 'a', 'b']],
  ['Bash', { stdout: '', exitCode: null }, ['ended early']],
  ['Grep', { numFiles: 2, numLines: 3 }, ['3 lines in 2 files']],
  ['Grep', { numFiles: 1 }, ['1 file']],
  ['Glob', { numFiles: 0 }, ['0 files']],
])('a result of %s is shown: %j', (name, output, expected) => {
  expect(result(name, output, plainly)).toEqual(expected)
})

test.each(['Read', 'Edit', 'Write', 'Bash', 'Grep', 'Glob'])(
  'an unexpected output of %s has no view',
  name => {
    for (const output of [undefined, null, 'text', {}, { file: 4, stdout: 4 }])
      expect(result(name, output, plainly)).toBeUndefined()
  },
)

test('long output of a command keeps its head and its tail', () => {
  const stdout = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')
  const shown = result('Bash', { stdout, exitCode: 2 }, plainly) ?? []
  expect([shown.length, shown[0], shown[16], shown[17], shown.at(-1)]).toEqual([
    21,
    'exit code 2',
    'line 15',
    '… 21 lines left out',
    'line 39',
  ])
})

test('what passed is green and what failed is red', () => {
  const shown = result('Bash', { stdout: '✔ a\nnot ok 2', exitCode: 1 }, inColour)
  expect(shown).toEqual([
    '\u001b[31mexit code 1\u001b[39m',
    '\u001b[32m✔ a\u001b[39m',
    '\u001b[31mnot ok 2\u001b[39m',
  ])
})

test('an edit and a write show beforehand what they would change', () => {
  const edit = { file_path: '/w/a', old_string: 'a', new_string: 'b' }
  expect(callPreview(presentationFor('Edit', edit).body, plainly)).toEqual(['- a', '+ b'])
  expect(callPreview(presentationFor('Write', { content: 'x' }).body, plainly)).toEqual(['+ x'])
})
