import { expect, test } from 'vitest'
import { assistant, user } from '../../../../test/support/messages.ts'
import { presentedMessages } from '../../../../test/support/presented.ts'
import { en } from '../text/en.ts'
import { readHunks } from './hunk.ts'
import { putBefore, startWith } from './read-history.ts'
import { PROGRAM_STOPPED } from './row.ts'
import { rowsOf, textOfRow } from './rows-of.ts'
import { EMPTY_SESSION } from './session-state.ts'
import { factsOf } from './tool-facts.ts'

const call = (id: string, name: string, input: object = {}) =>
  assistant(`a-${id}`, [{ type: 'tool_use', id, name, input }])
const result = (
  id: string,
  content: string,
  more: { readonly output?: unknown; readonly failed?: true } = {},
) => ({
  ...user(`r-${id}`, [
    { type: 'tool_result', tool_use_id: id, content, ...(more.failed ? { is_error: true } : {}) },
  ]),
  ...(more.output === undefined ? {} : { toolUseResult: more.output }),
})

test('a result finds its call, and what only the model is told is left out', () => {
  const { rows } = rowsOf([
    user('u1', 'hello'),
    call('t1', 'Bash', { command: 'ls' }),
    result('t1', 'a.txt\n<system-reminder>secret advice</system-reminder>'),
  ])
  expect(rows.map(({ kind }) => kind)).toEqual(['user', 'tool'])
  expect(rows[1]).toMatchObject({ state: 'done', result: 'a.txt' })
})

test('a turn that the program did not finish is not said to be interrupted by somebody', () => {
  const cut = { ...user('n', 'for the model'), isMeta: true as const, origin: { kind: 'interrupted' } }
  expect(rowsOf([user('u1', 'hello'), cut]).rows).toMatchObject([
    { kind: 'user' },
    { kind: 'notice', text: PROGRAM_STOPPED },
  ])
})

test.each([
  ['Permission denied: The person declined it.\n(Stop here.)', 'denied', 'The person declined it.'],
  ['Interrupted by the person', 'stopped', 'Interrupted by the person'],
  ['No such file', 'failed', 'No such file'],
])('a failed call %j is %s', (content, state, text) => {
  const { rows } = rowsOf([call('t1', 'Bash'), result('t1', content, { failed: true })])
  expect(rows[0]).toMatchObject({ state, result: text })
})

test('a call on an older page gets the result that was read before it', () => {
  const last = startWith(EMPTY_SESSION, { messages: [result('t1', 'late'), user('u2', 'on')], more: true })
  expect(last.rows).toHaveLength(1)
  const whole = putBefore(last, { messages: [user('u1', 'first'), call('t1', 'Read')], more: false })
  expect(whole.rows.map(({ kind }) => kind)).toEqual(['user', 'tool', 'user'])
  expect(whole.rows[1]).toMatchObject({ state: 'done', result: 'late' })
  expect(whole.orphans.size).toBe(0)
})

test('only pictures that are here and hold nothing else are shown', () => {
  const source = (media_type: string) => ({ type: 'base64' as const, media_type, data: 'AAAA' })
  const { rows } = rowsOf([
    user('u1', [
      { type: 'image', source: source('image/png') },
      { type: 'image', source: source('image/svg+xml') },
      { type: 'image', source: { type: 'url', url: 'https://example.com/x.png' } },
    ]),
  ])
  expect(rows[0]).toMatchObject({ pictures: [{ type: 'image/png' }], attachments: 2 })
})

test('an edit is told by what it changed, a command by what it wrote', () => {
  const lines = [' a', '-b', '+c']
  const { rows } = rowsOf(
    presentedMessages([
      call('t1', 'Edit', { file_path: '/w/src/x.ts' }),
      result('t1', 'ok', { output: { structuredPatch: [{ oldStart: 1, newStart: 1, lines }] } }),
      call('t2', 'Bash', { command: 'npm test' }),
      result('t2', 'boom', { output: { stdout: 'boom', exitCode: 2 } }),
    ]),
  )
  const facts = rows.map(row => (row.kind === 'tool' ? factsOf(row, en, '/w') : undefined))
  expect(facts[0]).toMatchObject({ name: 'Edit', subject: 'src/x.ts', hunks: [{ lines }] })
  expect(facts[1]).toMatchObject({ subject: 'npm test', outcome: 'exit code 2' })
  expect(readHunks([{ lines: 'none' }, null, { lines: [1, '+x'] }])).toEqual([
    { oldStart: 1, newStart: 1, lines: ['+x'] },
  ])
})

test('what a command answered is found by its words', () => {
  const text = { id: 'commands.x', text: 'No background tasks.' }
  expect(textOfRow({ kind: 'answer', id: 'a', command: '/tasks', text })).toBe('/tasks\nNo background tasks.')
})
