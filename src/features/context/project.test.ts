import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import type { Message, SystemMessage } from '../../protocol/message.ts'
import type { HistoryEdit } from '../../protocol/session/history-edit.ts'
import { project, shownCalls, standInId, withEdit } from './project.ts'

const edit = (uuid: string, what: HistoryEdit): SystemMessage => ({
  type: 'system',
  uuid,
  timestamp: '2026-01-01T00:00:00.000Z',
  subtype: 'history_edit',
  content: '',
  edit: what,
})
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } } as const
const history: Message[] = [
  user('1', 'go'),
  assistant('2', [call('a')]),
  user('3', [result('a', 'long text')]),
  assistant('4', [call('b')]),
  user('5', [{ type: 'tool_result', tool_use_id: 'b', content: [text('seen'), image] }]),
  user('6', 'on'),
]
const snip = edit('s', { kind: 'snip', removed: ['2', '3'], by: 'model', freed: 1 })
const clear = edit('c', { kind: 'clear', results: ['a'], media: ['5'], why: 'cold', freed: 1 })
const fold = edit('f', {
  kind: 'collapse',
  replaced: ['2', '3', '4', '5'],
  summary: 'read two files',
  freed: 1,
})
const ids = (messages: readonly Message[]) => messages.map(({ uuid }) => uuid)

test('a history without edits comes back as the same list', () => {
  expect(project(history)).toBe(history)
})

test('snipped messages are gone, the others are the same objects', () => {
  const view = project([...history, snip])
  expect(ids(view)).toEqual(['1', '4', '5', '6', 's'])
  expect(view[1]).toBe(history[3])
})

test('cleared results and media are replaced by a marker; calls keep their answer', () => {
  const view = project([...history, clear])
  expect(ids(view)).toEqual([...ids(history), 'c'])
  expect(view[2]).toMatchObject({
    message: { content: [{ tool_use_id: 'a', content: expect.stringContaining('cleared') }] },
  })
  expect(view[4]).toMatchObject({
    message: { content: [{ tool_use_id: 'b', content: [text('seen'), text('[image]')] }] },
  })
  expect(view[0]).toBe(history[0])
})

test('a stretch is replaced by its summary where it began', () => {
  const view = project([...history, fold])
  expect(ids(view)).toEqual(['1', standInId('f'), '6', 'f'])
  expect(view[1]).toMatchObject({ type: 'user', isMeta: true })
  expect(JSON.stringify(view[1])).toContain('read two files')
})

test.each([
  ['snip', [snip]],
  ['clear', [clear]],
  ['collapse', [fold]],
  ['all', [clear, snip, fold]],
])('%s: projecting twice, and step by step, comes to the same', (_name, edits) => {
  const once = project([...history, ...edits])
  expect(project(once)).toEqual(once)
  expect(edits.reduce<readonly Message[]>(withEdit, history)).toEqual(once)
})

test('an edit concerns only what stands before it', () => {
  expect(ids(project([history[0] as Message, snip, ...history.slice(1)]))).toEqual([
    '1',
    's',
    ...ids(history.slice(1)),
  ])
})

test('an edit of messages that are not there changes nothing', () => {
  const strange = edit('x', { kind: 'collapse', replaced: ['nowhere'], summary: 's', freed: 0 })
  expect(project([...history, strange])).toEqual([...history, strange])
})

test('a cleared result of a file that changed since says to read it again, whoever changed it', () => {
  const shows = (path: string) => ({
    ...user('3', [result('a', 'long text')]),
    toolUseResult: { type: 'text', file: { filePath: path } },
  })
  const byModel = {
    ...user('7', [result('b')]),
    effects: [{ kind: 'write', text: '/a', outcome: 'done' }],
  }
  const byPerson = {
    type: 'attachment',
    uuid: '8',
    timestamp: '2026-01-01T00:00:00.000Z',
    attachment: { kind: 'changed_files', text: '', paths: ['/a'] },
  }
  const marker = (path: string, ...later: readonly unknown[]): unknown => {
    const [first] = project([shows(path), ...later, clear] as Message[])
    const content = first?.type === 'user' ? first.message.content : []
    return typeof content === 'string' || content[0]?.type !== 'tool_result' ? '' : content[0].content
  }
  const again = '[This old result was cleared to make room. The file has changed since: read it again.]'
  expect([marker('/a', byModel), marker('/a', byPerson)]).toEqual([again, again])
  expect([marker('/b', byModel), marker('/a')]).toEqual([
    expect.stringContaining('Recall with'),
    expect.stringContaining('Recall with'),
  ])
  // What changed after the result was cleared does not change what was sent.
  const sent = project([shows('/a'), clear] as Message[])
  expect(project([shows('/a'), clear, byModel] as Message[]).slice(0, 2)).toEqual(sent)
})

test('what stands in the place of something is in the language the edit was made in', () => {
  const chinese = [clear, fold].map(message => ({
    ...message,
    edit: { ...(message.edit as HistoryEdit), language: 'zh' as const },
  }))
  const [cleared, folded] = chinese.map(each => JSON.stringify(project([...history, each])))
  expect(cleared).toContain('[为腾出空间，此旧结果已清除。用 Recall 并给出 message_id \\"3\\" 可查看。]')
  expect(folded).toContain('[此处所做工作的摘要。其中所做的都已完成。]\\nread two files')
})

test('a cleared result is known in either language', () => {
  for (const language of ['en', 'zh'] as const) {
    const made = { ...clear, edit: { ...(clear.edit as HistoryEdit), language } }
    expect([...shownCalls(project([...history, made]))]).toEqual([])
  }
})
