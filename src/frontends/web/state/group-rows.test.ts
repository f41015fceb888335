import { expect, test } from 'vitest'
import { presented } from '../../../../test/support/presented.ts'
import type { UserMessage } from '../../../protocol/message.ts'
import { en } from '../text/en.ts'
import { groupRows, groupTitle, shownBy } from './group-rows.ts'
import type { Row, ToolRow } from './row.ts'
import { withResult } from './tool-result.ts'

const call = (id: string, name: string, more: Partial<ToolRow> = {}): ToolRow =>
  presented<ToolRow>({
    kind: 'tool',
    id,
    name,
    input: { file_path: `/w/${id}` },
    state: 'done',
    result: 'x',
    ...more,
  })
const thought = (id: string, more: object = {}): Row => ({ kind: 'thinking', id, text: 'hm', ...more })
const shape = (rows: readonly Row[]): readonly string[] =>
  groupRows(rows).map(row => (row.kind === 'group' ? `[${row.rows.map(({ id }) => id).join(' ')}]` : row.id))

const look = { look: true } as const

test('calls in a row that only looked become one, with the thoughts between them', () => {
  const rows = [
    call('a', 'Read'),
    thought('t'),
    call('b', 'Bash', look),
    call('c', 'mcp__db__find', look),
    call('d', 'Grep'),
    thought('u'),
    { kind: 'text', id: 'x', text: 'so' } as const,
    call('e', 'Glob'),
  ]
  expect(shape(rows)).toEqual(['[a t b c d]', 'u', 'x', 'e'])
  const [group] = groupRows(rows)
  expect(group?.kind === 'group' && groupTitle(group, en)).toBe(
    'Read 1 file, searched for 1 pattern, ran 1 read-only command, used read-only MCP tools once',
  )
  expect([shownBy(groupRows(rows), 'c'), shownBy(groupRows(rows), 'e')]).toEqual(['group:a', 'e'])
})

test('the list of what servers offer is a look at a server', () => {
  const list = (more: object) => [call('a', 'ListMcpResourcesTool', more), call('b', 'mcp__db__find', look)]
  expect(shape(list(look))).toEqual(['[a b]'])
  expect(shape(list({}))).toEqual(['a', 'b'])
})

test.each([
  ['a command that was not judged to be a look', call('b', 'Bash')],
  ['a tool of a server without a word that it only reads', call('b', 'mcp__db__drop')],
  ['what changes files, whatever is said of it', call('b', 'Edit', look)],
  ['a call that failed', call('b', 'Bash', { ...look, state: 'failed' })],
  ['one that was declined', call('b', 'Read', { state: 'denied' })],
  ['one that still runs', call('b', 'Read', { state: 'running' })],
  ['one that goes on in the background', call('b', 'Bash', { ...look, state: 'background' })],
  ['one that somebody was asked about', call('b', 'Read', { asked: true })],
  ['one with words of the person', call('b', 'Bash', { ...look, said: 'careful' })],
  ['a picture', call('b', 'Read', { pictures: [{ type: 'image/png', data: '' }] })],
  ['a thought that still comes', thought('b', { streaming: true })],
] as const)('%s stands for itself', (_, row) => {
  expect(shape([call('a', 'Read'), row, call('c', 'Read')])).toEqual(['a', 'b', 'c'])
})

test('only a quiet result of a call that was judged to be a look counts as one', () => {
  const ran = (more: object): UserMessage['ran'] => ({ durationMs: 1, approval: { by: 'mode' }, ...more })
  const result = (more: object, output: unknown = { stdout: 'x', exitCode: 0 }): ToolRow =>
    withResult(call('b', 'Bash', { state: 'running' }), {
      block: { type: 'tool_result', tool_use_id: 'b', content: 'x' },
      output,
      ran: ran(more),
    })
  expect(result({ look: true }).look).toBe(true)
  expect(result({}).look).toBeUndefined()
  expect(result({ look: true }, { stdout: '', stderr: 'oh', exitCode: 0 }).look).toBeUndefined()
  expect(result({ look: true, approval: { by: 'person' } }).asked).toBe(true)
})
