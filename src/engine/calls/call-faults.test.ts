import { expect, test } from 'vitest'
import { describeIssues, unknownTool } from './call-faults.ts'
import { ProgressGuard } from './progress-guard.ts'

const specs = ['Bash', 'Read'].map(name => ({ name, description: '', input_schema: {} }))

test.each([
  ['read', 'There is no tool named read. Did you mean Read? Available: Bash, Read.'],
  ['Teleport', 'There is no tool named Teleport. Available: Bash, Read.'],
])('an unknown tool %s is answered with what there is', (name, message) => {
  expect(unknownTool(name, specs)).toBe(message)
})

test('input faults name each place, but not without end', () => {
  const issue = { path: ['a', 0], message: 'bad' }
  expect(describeIssues('Read', [issue, { path: [], message: 'odd' }])).toBe(
    'The input does not fit Read. Nothing was run.\n- a.0: bad\n- input: odd',
  )
  expect(describeIssues('Read', Array(12).fill(issue))).toContain('and 4 more')
})

test('a model that has only seen the name of the tool is told its schema', () => {
  const unseen = { name: 'TaskGet', description: '', input_schema: { required: ['taskId'] } }
  expect(describeIssues('TaskGet', [{ path: [], message: 'odd' }], unseen)).toBe(
    'The input does not fit TaskGet. Nothing was run.\n- input: odd\nThe input has to fit: {"required":["taskId"]}',
  )
})

test('other calls in between, or another result, are progress', () => {
  const guard = new ProgressGuard()
  const same = { tool: 'Read', input: { a: 1 }, result: 'x' }
  for (let n = 0; n < 4; n++) expect(guard.observe(same)).toEqual({})
  expect(guard.observe(same).remind).toContain('5 times')
  expect(guard.observe({ ...same, result: 'y' })).toEqual({})
  for (let n = 0; n < 9; n++) expect(guard.observe(same).stop).toBeUndefined()
  expect(guard.observe(same).stop?.kind).toBe('no_progress')
})
