import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Message, UserMessage } from '../../protocol/message.ts'
import { lastLines } from './last-lines.ts'
import { lostNote, type OpenTask, openTasks } from './lost-tasks.ts'
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
