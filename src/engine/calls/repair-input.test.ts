import { expect, test } from 'vitest'
import { repairInput } from './repair-input.ts'

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
    subject: text,
    description: text,
    '-i': { type: 'boolean' },
    blocks: { type: 'array', items: text },
    status: { type: 'string', enum: ['pending', 'in_progress'] },
  },
  ['file_path'],
)

test.each<[string, object, object]>([
  ['a name in another case', { filePath: 'a' }, { file_path: 'a' }],
  ['a title, where it is a subject', { title: 'a', details: 'b' }, { subject: 'a', description: 'b' }],
  ['whether case counts', { file_path: 'a', ignore_case: true }, { file_path: 'a', '-i': true }],
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
  ['one text in the place of a list', { file_path: 'a', blocks: 'b' }, { file_path: 'a', blocks: ['b'] }],
  ['one number in the place of a list', { file_path: 'a', blocks: 3 }, { file_path: 'a', blocks: ['3'] }],
  ['numbers in a list of ids', { file_path: 'a', blocks: [3, '4'] }, { file_path: 'a', blocks: ['3', '4'] }],
  ['a number for a yes or no', { file_path: 'a', replace_all: 1 }, { file_path: 'a', replace_all: true }],
  [
    'objects of a list in strings',
    { file_path: 'a', edits: ['{"old_str":"b"}'] },
    { file_path: 'a', edits: [{ old_string: 'b' }] },
  ],
  [
    'one of a few words in another case',
    { file_path: 'a', status: 'In Progress' },
    { file_path: 'a', status: 'in_progress' },
  ],
])('%s is read as what it means, and named', (_, given, meant) => {
  const read = repairInput(given, EDIT)
  expect(read?.input).toEqual(meant)
  expect(read?.mended.length).toBeGreaterThan(0)
})

test.each<[string, unknown]>([
  ['an input that fits', { file_path: 'a' }],
  ['a name that may be anything', { file_path: 'a', colour: 'red' }],
  ['a second value for what was given', { file_path: 'a', path: 'b' }],
  ['a list that is no shell line', { file_path: 'a', command: ['rm', '-rf', '/'] }],
  ['a number where there should be text', { file_path: 7 }],
  ['a number that is no yes or no', { file_path: 'a', replace_all: 2 }],
  ['a word that is none of a few', { file_path: 'a', status: 'done' }],
  ['no object', 'a'],
])('%s is left as it is', (_, given) => {
  expect(repairInput(given, EDIT)).toBeUndefined()
})

test('what was read otherwise is named in words the model can act on', () => {
  const given = { path: 'a', replace_all: 'yes', blocks: [1, 2], status: 'IN_PROGRESS', edits: ['{}'] }
  expect(repairInput(given, EDIT)?.mended.map(({ text }) => text)).toEqual([
    'path is called file_path',
    'replace_all is a boolean, not a string',
    'each of blocks is a string, not a number',
    'status is "in_progress"',
    'each of edits is an object, not a string',
  ])
})
