import { beforeAll, expect, test } from 'vitest'
import { bare, fakeView } from '../../../../test/support/fake-look.ts'
import { presentedMessages } from '../../../../test/support/presented.ts'
import type { Message } from '../../../protocol/message.ts'
import { transcriptOf } from '../state/items-of.ts'
import { transcriptZh } from '../text/zh/transcript.ts'
import { groupItems } from './groups.ts'
import { renderItem } from './render-item.ts'
import type { View } from './render-options.ts'

let view: View
beforeAll(async () => {
  view = await fakeView({ width: 80 })
})

interface Ran {
  readonly name: string
  readonly input: unknown
  readonly output?: unknown
  readonly content?: unknown
  readonly ran?: unknown
  readonly failed?: boolean
}
const LOOK = { durationMs: 1, approval: { by: 'other' }, look: true }
const NO_LOOK = { durationMs: 1, approval: { by: 'rule', text: 'Bash(npm:*)' } }
const ASKED = { durationMs: 1, approval: { by: 'person' } }

const bash = (command: string, more: Partial<Ran> = {}): Ran => ({
  name: 'Bash',
  input: { command },
  output: { stdout: 'a\nb\n', stderr: '', exitCode: 0 },
  ran: LOOK,
  ...more,
})
const query = (more: Partial<Ran> = {}): Ran => ({
  name: 'mcp__db__query',
  input: { table: 'users' },
  ran: LOOK,
  ...more,
})
const read = (more: Partial<Ran> = {}): Ran => ({
  name: 'Read',
  input: { file_path: '/w/a.ts' },
  output: { type: 'text', file: { numLines: 3 } },
  ran: LOOK,
  ...more,
})

const presentedRecords = (calls: readonly Ran[]): readonly Message[] => presentedMessages(recorded(calls))

/** As they stand in a session file. */
const recorded = (calls: readonly Ran[]): readonly Message[] =>
  calls.flatMap(({ name, input, output, content = 'x', ran, failed }, at) => [
    {
      type: 'assistant',
      uuid: `a${at}`,
      message: { content: [{ type: 'tool_use', id: `c${at}`, name, input }] },
    } as unknown as Message,
    {
      type: 'user',
      uuid: `u${at}`,
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `c${at}`, content, ...(failed ? { is_error: true } : {}) },
        ],
      },
      toolUseResult: output,
      ran,
    } as unknown as Message,
  ])

const shown = (calls: readonly Ran[], more: Partial<View> = {}): readonly string[] => {
  const { done, live } = transcriptOf(presentedRecords(calls))
  return bare(groupItems([...done, ...live]).flatMap(item => renderItem(item, { ...view, ...more })))
}

test('whatever was judged a look folds into one line that names what was looked at', () => {
  expect(shown([bash('ls src'), read(), bash('cat b.ts\n'), query(), bash('rg x | head')])).toEqual([
    '● Read 1 file, ran 3 read-only commands, used read-only MCP tools once',
    '  └ ls src, a.ts, cat b.ts, db · query users, rg x | head',
  ])
})

test('the list of what servers offer is a look at a server', () => {
  const list = query({ name: 'ListMcpResourcesTool', input: { server: 'db' } })
  expect(shown([list, query()])).toEqual([
    '● Used read-only MCP tools 2 times',
    '  └ ListMcpResourcesTool db, db · query users',
  ])
  expect(shown([{ ...list, ran: NO_LOOK }, query()])).not.toContain('● Used read-only MCP tools 2 times')
})

test('the fold line in Chinese', () => {
  const words = { ...view.words, transcript: transcriptZh }
  expect(shown([bash('ls src'), query(), query()], { words })[0]).toBe(
    '● 运行 1 条只读命令，调用 2 次只读 MCP 工具',
  )
})

test.each<[string, Ran]>([
  ['a command that may change things', bash('npm test', { ran: NO_LOOK })],
  ['a command nothing is recorded of', bash('ls', { ran: undefined })],
  ['a command the person was asked about', bash('ls /etc', { ran: ASKED })],
  ['a command that failed', bash('cat none', { failed: true })],
  ['a command that ended with another code', bash('ls', { output: { stdout: 'a', exitCode: 1 } })],
  ['a command that warned', bash('ls', { output: { stdout: 'a', stderr: 'ls: denied', exitCode: 0 } })],
  ['a command that timed out', bash('ls', { output: { stdout: 'a', timedOutAfterMs: 9 } })],
  ['a command that was ended', bash('ls', { output: { stdout: 'a', signal: 'SIGTERM' } })],
  ['a command in the background', bash('ls', { output: { stdout: 'a', backgroundTaskId: 'b1' } })],
  ['a picture', bash('cat a.png', { output: { stdout: '', isImage: true, exitCode: 0 } })],
  ['a tool of a server that is not read-only', query({ ran: NO_LOOK })],
  ['a tool of a server that failed', query({ failed: true })],
  ['a tool of a server that shows a picture', query({ content: [{ type: 'image', source: {} }] })],
  ['a file the person was asked about', read({ ran: ASKED })],
  ['another tool, whatever is recorded', query({ name: 'TodoWrite' })],
])('%s is not folded', (_, call) => {
  expect(shown([read(), call, read()]).join('\n')).not.toMatch(/Read 1 file|Read 2 files|read-only/)
})

test('a session from before this was recorded folds what it always did', () => {
  expect(shown([read({ ran: undefined }), read({ ran: NO_LOOK })])[0]).toBe('● Read 1 file')
})
