import { expect, test } from 'vitest'
import type { UserMessage } from '../../protocol/message.ts'
import { lostTaskNotes } from './lost-tasks.ts'
import { noteText } from './task-note.ts'

const message = (more: Partial<UserMessage>, content = ''): UserMessage => ({
  type: 'user',
  uuid: 'u',
  timestamp: '2026-01-01T00:00:00Z',
  message: { role: 'user', content },
  ...more,
})
const started = message({ toolUseResult: { backgroundTaskId: 'b1', persistedOutputPath: '/out' } })
const lost = noteText([
  ['task-id', 'b1'],
  ['status', 'killed'],
  [
    'summary',
    'The program ended while this background task ran. If it was killed, the task may still be running: look before you start it again.',
  ],
  ['output-file', '/out'],
])

test.each<[string, readonly UserMessage[], readonly string[]]>([
  ['a task that ran is told as stopped', [started], [lost]],
  [
    'one whose end was told is not',
    [
      started,
      message(
        { isMeta: true },
        noteText([
          ['task-id', 'b1'],
          ['status', 'completed'],
        ]),
      ),
    ],
    [],
  ],
  [
    'one that was read to its end is not',
    [started, message({ toolUseResult: { task: { id: 'b1', status: 'completed' } } })],
    [],
  ],
  [
    'one that was seen running is',
    [started, message({ toolUseResult: { task: { id: 'b1', status: 'running' } } })],
    [lost],
  ],
  [
    'a line of a watched task is no end',
    [
      started,
      message(
        { isMeta: true },
        noteText([
          ['task-id', 'b1'],
          ['event', 'x'],
        ]),
      ),
    ],
    [lost],
  ],
  [
    'other results count for nothing',
    [message({ toolUseResult: 'x' }), message({ toolUseResult: null })],
    [],
  ],
])('%s', (_name, history, notes) => {
  expect(lostTaskNotes(history)).toEqual(notes)
})
