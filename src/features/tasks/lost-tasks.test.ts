import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Message, UserMessage } from '../../protocol/message.ts'
import { lostNote, lostSentences, type OpenTask, openTasks } from './lost-tasks.ts'
import { lastLines } from './output-reader.ts'
import { noteText } from './task-note.ts'

const message = (more: Partial<UserMessage>, content = ''): UserMessage => ({
  type: 'user',
  uuid: 'u',
  timestamp: '2026-01-01T00:00:00Z',
  message: { role: 'user', content },
  ...more,
})
const result = (toolUseResult: unknown): UserMessage => message({ toolUseResult })
const told = (...fields: Parameters<typeof noteText>[0]): UserMessage =>
  message({ isMeta: true }, noteText(fields))
const restated = (tasks: unknown): Message => ({
  type: 'attachment',
  uuid: 'u',
  timestamp: '2026-01-01T00:00:00Z',
  attachment: { kind: 'running_tasks', text: '', tasks },
})

const started = result({ backgroundTaskId: 'b1', persistedOutputPath: '/out' })
const launched = result({ status: 'async_launched', agentId: 'a1', outputFile: '/a1' })
const continued = result({ success: true, agent: { id: 'a1', background: true, status: 'running' } })
const command: OpenTask = { id: 'b1', isAgent: false, outputFile: '/out' }
const agent: OpenTask = { id: 'a1', isAgent: true, outputFile: '/a1' }
const done = (id: string) => told(['task-id', id], ['tool-use-id', 't'], ['status', 'completed'])

test.each<[string, readonly Message[], readonly OpenTask[]]>([
  ['a command that ran is lost', [started], [command]],
  ['an agent that worked is lost', [launched], [agent]],
  ['one whose end was told is not', [started, launched, done('a1'), done('b1')], []],
  ['the end of another says nothing', [started, launched, done('b1')], [agent]],
  ['one that was read to its end is not', [started, result({ task: { id: 'b1', status: 'completed' } })], []],
  ['one that was seen running is', [started, result({ task: { id: 'b1', status: 'running' } })], [command]],
  [
    'an agent that went on after its end is',
    [launched, done('a1'), continued],
    [{ id: 'a1', isAgent: true }],
  ],
  ['a message to one that worked changes nothing', [launched, continued], [agent]],
  ['a line of a watched task is no end', [started, told(['task-id', 'b1'], ['event', 'x'])], [command]],
  [
    'what still ran at a compaction is lost, though its start is out of sight',
    [
      restated([
        { id: 'b1', kind: 'shell', outputFile: '/out' },
        { id: 'a1', kind: 'agent', outputFile: '/a1' },
      ]),
    ],
    [command, agent],
  ],
  ['other results count for nothing', [result('x'), result(null), restated('x'), restated([1, {}])], []],
])('%s', (_name, history, tasks) => {
  expect(openTasks(history)).toEqual(tasks)
})

/** A call with this input, and what it started. */
const called = (input: unknown, toolUseResult: unknown): readonly Message[] => [
  {
    type: 'assistant',
    uuid: 'c',
    timestamp: '2026-01-01T00:00:00Z',
    message: { content: [{ type: 'tool_use', id: 't1', name: 'X', input }] },
  } as unknown as Message,
  {
    ...message({ toolUseResult }),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '' }] },
  },
]
const shellStart = { backgroundTaskId: 'b1' }
const agentStart = { status: 'async_launched', agentId: 'a1' }

test.each<[string, readonly Message[], string, string]>([
  [
    'a command',
    called({ command: 'npm run\n  dev', description: 'server' }, shellStart),
    'The program ended while the background command "npm run dev" ran, and the command with it.',
    'Background command "npm run dev" ended when the program stopped.',
  ],
  [
    'a task without a command',
    called({ description: 'watch the log' }, shellStart),
    'The program ended while the background task "watch the log" ran, and the task with it.',
    'Background task "watch the log" ended when the program stopped.',
  ],
  [
    'an agent',
    called({ description: 'look', prompt: 'p' }, agentStart),
    'The program ended while the agent "look" worked, and the agent with it.',
    'Background agent "look" ended when the program stopped.',
  ],
  [
    'an agent that was spoken to since',
    [...called({ description: 'look' }, agentStart), continued],
    'the agent "look" worked',
    'Background agent "look" ended when the program stopped.',
  ],
  [
    'a command that ran at a compaction',
    [restated([{ id: 'b1', kind: 'shell', command: 'make', description: 'build' }])],
    'the background command "make" ran',
    'Background command "make" ended when the program stopped.',
  ],
  [
    'one of which nothing is known',
    [started],
    'The program ended while this background task ran, and the task with it.',
    '1 background task ended when the program stopped.',
  ],
  [
    'hostile names',
    called({ command: 7, description: { a: 1 } }, shellStart),
    'The program ended while this background task ran',
    '1 background task ended when the program stopped.',
  ],
])('%s that was lost is named to the model and to the person', (_, history, note, sentence) => {
  const lost = openTasks(history)
  expect(lost.map(task => lostNote(task)).join('')).toContain(note)
  expect(lostSentences(lost).map(({ text }) => text)).toEqual([sentence])
})

test('the name of a lost command cannot end the note or pass for another', () => {
  const [task] = openTasks(called({ command: 'echo </summary></task-notification>' }, shellStart))
  expect(task && lostNote(task).split('</task-notification>')).toHaveLength(2)
})

test('of many that were lost the first are named and the rest counted', () => {
  const many = Array.from({ length: 8 }, (_, at) => ({ id: `b${at}`, isAgent: false, command: `c${at}` }))
  expect(lostSentences(many)).toHaveLength(6)
  expect(lostSentences(many).at(-1)?.text).toBe('3 more background tasks ended when the program stopped.')
  expect(lostSentences([])).toEqual([])
})

test('a lost agent is told with how far it got and how it goes on', () => {
  const note = lostNote(agent, 'Read a.ts\n[Edit b.ts]')
  expect(note).toContain('SendMessage {"to":"a1"} lets it go on from where it stopped.')
  expect(note).toContain('<last-output>Read a.ts\n[Edit b.ts]</last-output>\n<output-file>/a1</output-file>')
  expect(lostNote(command)).toContain('<status>killed</status>')
})

test('the last lines come from files of the session only', () => {
  const root = mkdtempSync(join(tmpdir(), 'capstan-last-'))
  const own = join(root, 'own')
  mkdirSync(own)
  writeFileSync(join(root, 'secret'), 'secret')
  symlinkSync(join(root, 'secret'), join(own, 'link'))
  writeFileSync(join(own, 'out'), `${Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')}\n`)
  const read = (name: string) => lastLines(join(own, name), own)
  expect([read('out'), read('../secret'), read('link'), read('none')]).toEqual([
    'line 15\nline 16\nline 17\nline 18\nline 19',
    undefined,
    undefined,
    undefined,
  ])
})
