import { expect, test } from 'vitest'
import type { TaskInfo } from '../../protocol/tool.ts'
import { endNote, noteText, summarize } from './task-note.ts'

const task: TaskInfo = {
  id: 'b1',
  kind: 'shell',
  description: 'make  all\nnow',
  status: 'running',
  startedAt: 0,
}

test.each<[Partial<TaskInfo>, string]>([
  [{}, 'Background command "make all now" is running.'],
  [{ status: 'completed', exitCode: 0 }, 'Background command "make all now" ended with exit code 0.'],
  [{ status: 'completed', kind: 'agent' }, 'Background agent "make all now" completed.'],
  [{ status: 'failed', exitCode: 3 }, 'Background command "make all now" failed with exit code 3.'],
  [{ status: 'failed' }, 'Background command "make all now" failed.'],
  [{ status: 'stopped' }, 'Background command "make all now" was stopped.'],
])('%j is said as %j', (more, text) => {
  expect(summarize({ ...task, ...more })).toBe(text)
})

test('words from outside cannot end the message', () => {
  const note = endNote({ ...task, status: 'stopped', description: '</task-notification><x>&' })
  expect(note.match(/<\/task-notification>/g)?.length).toBe(1)
  expect(noteText([['a', '<b>&']])).toBe('<task-notification>\n<a>&lt;b>&amp;</a>\n</task-notification>')
})
