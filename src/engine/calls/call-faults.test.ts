import { expect, test } from 'vitest'
import { describeIssues, unknownTool, wrongKeys } from './call-faults.ts'
import { ProgressGuard } from './progress-guard.ts'

const specs = ['Bash', 'Read'].map(name => ({ name, description: '', input_schema: {} }))

test.each([
  ['read', 'There is no tool named read. Did you mean Read?'],
  ['Teleport', 'There is no tool named Teleport. Available: Bash, Read.'],
])('an unknown tool %s is answered with a hint, or with what there is', (name, message) => {
  expect(unknownTool(name, specs).text).toBe(message)
})

const all = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'].map(name => ({
  name,
  description: '',
  input_schema: {},
}))

test.each([
  ['MultiEdit', 'use Edit'],
  ['AskUserQuestion', 'nobody can be asked here, decide yourself and say what you decided'],
  ['LS', 'list files with Glob (pattern `dir/*`)'],
  ['list_dir', 'list files with Glob (pattern `dir/*`)'],
  ['Task', 'you cannot start agents here, do the work yourself'],
  ['Agent', 'you cannot start agents here, do the work yourself'],
  ['View', 'use Read'],
  ['str_replace', 'use Edit'],
  ['str_replace_based_edit_tool', 'use Edit'],
  ['write_to_file', 'use Write'],
  ['run_terminal_cmd', 'use Bash'],
  ['container.exec', 'use Bash'],
  ['attempt_completion', 'a reply without calls ends your turn, so just say the result'],
])('the well-known name %s is answered with what to do here', (name, advice) => {
  expect(unknownTool(name, all).text).toBe(`There is no tool named ${name}: ${advice}.`)
})

test('a well-known name leads to no tool that is not there', () => {
  expect(['MultiEdit', 'str_replace', 'LS'].map(name => unknownTool(name, specs).text)).toEqual([
    'There is no tool named MultiEdit. Available: Bash, Read.',
    'There is no tool named str_replace. Available: Bash, Read.',
    'There is no tool named LS. Available: Bash, Read.',
  ])
})

test('a tool that only this session has not is said to be missing, without a list of the others', () => {
  const known = [...specs, { name: 'WebSearch', description: '', input_schema: {} }]
  expect(unknownTool('WebSearch', specs, known).text).toBe(
    'There is no tool named WebSearch in this session.',
  )
})

const READ = {
  name: 'Read',
  description: '',
  input_schema: { properties: { file_path: {}, offset: {} }, required: ['file_path'] },
}

test('a wrong key is named together with the right ones', () => {
  expect(wrongKeys({ path: 'a', nothing: null }, READ)?.text).toBe(
    'Read has no "path"; it takes file_path (required), offset.',
  )
  expect(
    describeIssues('Read', [{ path: ['file_path'], message: 'missing' }], {
      input: { path: 'a' },
      spec: READ,
      unseen: undefined,
    }).text,
  ).toBe(
    'The input does not fit Read. Nothing was run.\n- file_path: missing\nRead has no "path"; it takes file_path (required), offset.',
  )
  expect([
    wrongKeys({ file_path: 'a' }, READ),
    wrongKeys('a', READ),
    wrongKeys({ a: 1 }, { ...READ, input_schema: {} }),
  ]).toEqual([undefined, undefined, undefined])
})

test('input faults name each place, but not without end', () => {
  const issue = { path: ['a', 0], message: 'bad' }
  expect(describeIssues('Read', [issue, { path: [], message: 'odd' }]).text).toBe(
    'The input does not fit Read. Nothing was run.\n- a.0: bad\n- input: odd',
  )
  expect(describeIssues('Read', Array(12).fill(issue)).text).toContain('and 4 more')
})

test('a model that has only seen the name of the tool is told its schema', () => {
  const unseen = { name: 'TaskGet', description: '', input_schema: { required: ['taskId'] } }
  expect(
    describeIssues('TaskGet', [{ path: [], message: 'odd' }], { input: {}, spec: unseen, unseen }).text,
  ).toBe(
    'The input does not fit TaskGet. Nothing was run.\n- input: odd\nThe input has to fit: {"required":["taskId"]}',
  )
})

test('other calls in between, or another result, are progress', () => {
  const guard = new ProgressGuard()
  const same = { tool: 'Read', input: { a: 1 }, result: 'x' }
  for (let n = 0; n < 4; n++) expect(guard.observe(same)).toEqual({})
  expect(guard.observe(same).remind?.text).toContain('5 times')
  expect(guard.observe({ ...same, result: 'y' })).toEqual({})
  for (let n = 0; n < 9; n++) expect(guard.observe(same).stop).toBeUndefined()
  expect(guard.observe(same).stop?.kind).toBe('no_progress')
})
