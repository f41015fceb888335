import { expect, test } from 'vitest'
import { BEAT_MS, listIdOf, PRESENCE_TTL_MS, toName } from './team.ts'
import { readTeamMessage, type TeamMessage, writeTeamMessage } from './team-message.ts'

test.each([
  [{ override: 'o', memberOf: 'm', team: 't', leads: 'l', session: 's' }, 'o'],
  [{ memberOf: 'm', team: 't', leads: 'l', session: 's' }, 'm'],
  [{ team: 't', leads: 'l', session: 's' }, 't'],
  [{ leads: 'l', session: 's' }, 'l'],
  [{ session: 's' }, 's'],
])('with %j the task list is %j', (choice, id) => {
  expect(listIdOf(choice)).toBe(id)
})

test.each([
  ['My Team!', 'My-Team-'],
  ['../../etc', 'etc'],
  ['', 'team'],
  ['队', 'team'],
  ['x'.repeat(99), 'x'.repeat(64)],
])('%j becomes the name %j', (text, name) => {
  expect(toName(text)).toBe(name)
})

test('a member can miss a beat and still be alive', () => {
  expect(2 * BEAT_MS).toBeLessThan(PRESENCE_TTL_MS)
})

const messages: readonly TeamMessage[] = [
  { type: 'idle_notification', reason: 'available', summary: 'done', completedTaskId: '3' },
  { type: 'plan_approval_request', requestId: 'r', plan: '1. look', planFilePath: '/p.md' },
  { type: 'plan_approval_response', requestId: 'r', approve: false, feedback: 'smaller' },
  {
    type: 'permission_request',
    requestId: 'r',
    toolName: 'Bash',
    toolUseId: 't',
    description: 'npm test',
    input: { command: 'npm test' },
  },
  { type: 'permission_response', requestId: 'r', approve: true, updatedInput: { command: 'npm t' } },
  { type: 'shutdown_request', requestId: 'r', reason: 'all done' },
  { type: 'shutdown_response', requestId: 'r', approve: true },
  { type: 'task_assigned', taskId: '3', subject: 'Fix it', assignedBy: 'lead' },
]

test.each(messages)('a message of type $type is read as it was written', message => {
  expect(readTeamMessage(writeTeamMessage(message))).toEqual(message)
})

test.each([
  'plain words',
  '{ not JSON',
  '{"type":"sudo"}',
  '{"type":"shutdown_response","requestId":"r","approve":"yes"}',
  '{"type":"permission_response","requestId":"","approve":true}',
  '[{"type":"shutdown_request","requestId":"r"}]',
])('%j is words and nothing else', text => {
  expect(readTeamMessage(text)).toBeUndefined()
})
