import { expect, test } from 'vitest'
import { meantInput } from './meant-input.ts'

const specOf = (properties: object, required: readonly string[] = []) => ({
  name: 'X',
  description: '',
  input_schema: { type: 'object', properties, required },
})
const text = { type: 'string' }
const EDIT = specOf(
  {
    file_path: text,
    old_string: text,
    new_string: text,
    replace_all: { type: 'boolean' },
    edits: { type: 'array', items: { type: 'object', properties: { old_string: text, new_string: text } } },
    limit: { type: 'integer' },
    command: text,
    task_id: text,
  },
  ['file_path'],
)

test.each<[string, object, object]>([
  ['a name in another case', { filePath: 'a' }, { file_path: 'a' }],
  [
    'what others call it',
    { path: 'a', old_str: 'b', new_str: 'c' },
    { file_path: 'a', old_string: 'b', new_string: 'c' },
  ],
  ['a number in a string', { file_path: 'a', limit: '30' }, { file_path: 'a', limit: 30 }],
  ['a boolean in a string', { file_path: 'a', replace_all: 'True' }, { file_path: 'a', replace_all: true }],
  [
    'a list in a string',
    { file_path: 'a', edits: '[{"old_string":"b"}]' },
    { file_path: 'a', edits: [{ old_string: 'b' }] },
  ],
  [
    'one object in the place of a list',
    { file_path: 'a', edits: { old_str: 'b' } },
    { file_path: 'a', edits: [{ old_string: 'b' }] },
  ],
  [
    'names within a list',
    { file_path: 'a', edits: [{ old_str: 'b', newText: 'c' }] },
    { file_path: 'a', edits: [{ old_string: 'b', new_string: 'c' }] },
  ],
  ['nothing for what may be left out', { file_path: 'a', limit: null }, { file_path: 'a' }],
  [
    'a shell and its line',
    { file_path: 'a', cmd: ['bash', '-lc', 'ls -l'] },
    { file_path: 'a', command: 'ls -l' },
  ],
  ['a number for an id', { file_path: 'a', task_id: 7 }, { file_path: 'a', task_id: '7' }],
])('%s is read as what it means, and named', (_, given, meant) => {
  const read = meantInput(given, EDIT)
  expect(read?.input).toEqual(meant)
  expect(read?.mended.length).toBeGreaterThan(0)
})

test.each<[string, unknown]>([
  ['an input that fits', { file_path: 'a' }],
  ['a name that may be anything', { file_path: 'a', colour: 'red' }],
  ['a second value for what was given', { file_path: 'a', path: 'b' }],
  ['a list that is no shell line', { file_path: 'a', command: ['rm', '-rf', '/'] }],
  ['a number where there should be text', { file_path: 7 }],
  ['no object', 'a'],
])('%s is left as it is', (_, given) => {
  expect(meantInput(given, EDIT)).toBeUndefined()
})
