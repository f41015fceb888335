import { expect, test } from 'vitest'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { askedBecause, because } from '../../../protocol/permission.ts'
import { mayRelay, readRelayAnswer, relayField, relayId, relayRequest } from './relay-request.ts'

const request: PermissionRequest = {
  id: 'q1',
  toolName: 'Bash',
  toolUseId: 't1',
  input: { command: 'npm test' },
  decision: {
    verdict: 'ask',
    because: because('other', verbatim('asks')),
    offer: [],
    readOnly: false,
  },
  details: { title: 'Run npm test', ...askedBecause(verbatim('It may change things')), saves: [] },
}

test('an id is five small letters without l', () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => relayId(`seed ${at}`))
  for (const id of ids) expect(id).toMatch(/^[a-km-z]{5}$/)
  expect(new Set(ids).size).toBeGreaterThan(1_990)
})

test('a question is told in four texts', () => {
  expect(relayRequest(request, 'abcde')).toEqual({
    request_id: 'abcde',
    tool_name: 'Bash',
    description: 'Run npm test\nIt may change things',
    input_preview: '{"command":"npm test"}',
  })
})

test.each([
  ['x'.repeat(3_501)],
  [`begin${'y'.repeat(1_000_000)}end`],
  [`begin${'😀'.repeat(20_000)}end`],
  [`begin${'\u0000'.repeat(9_000)}end`],
])('no text is longer than 3,500 code points, beginning and end are kept', text => {
  const field = relayField(text)
  expect(Array.from(field).length).toBeLessThanOrEqual(3_500)
  expect([field.slice(0, 5), field.slice(-3)]).toEqual([text.slice(0, 5), text.slice(-3)])
  expect(field).toContain('[…]')
})

test('nothing in them acts on a screen or cannot be seen', () => {
  const field = Array.from(relayField('a\u001b[2J\u202eb\u0007\u200b\ud800'))
  expect(field.filter(sign => /\p{Cc}|\p{Cf}|\p{Cs}/u.test(sign))).toEqual([])
})

const dialogs = ['Ask', 'Approve']

test.each<[string, Partial<PermissionRequest>]>([
  ['about settings', { needs: 'settings' }],
  [
    'about protected files',
    { decision: { ...request.decision, because: because('safetyCheck', verbatim('x')) } },
  ],
  [
    'that is marked as dangerous',
    { details: { title: 'x', ...askedBecause(verbatim('x')), saves: [], dangers: ['as_root'] } },
  ],
  ['of the model to the person', { toolName: 'Ask' }],
  ['about a plan', { toolName: 'Approve' }],
])('a question %s is never relayed', (_, change) => {
  expect(mayRelay(request, { mode: 'default', dialogs })).toBe(true)
  expect(mayRelay({ ...request, ...change }, { mode: 'default', dialogs })).toBe(false)
})

test('where permission checks are off nothing is relayed', () => {
  expect(mayRelay(request, { mode: 'bypassPermissions', dialogs })).toBe(false)
})

test.each([
  [
    { request_id: 'abcde', behavior: 'allow' },
    { id: 'abcde', behavior: 'allow' },
  ],
  [
    { request_id: 'abcde', behavior: 'deny' },
    { id: 'abcde', behavior: 'deny' },
  ],
  [{ request_id: 'abcde', behavior: 'always' }, undefined],
  [{ request_id: 'abcde', behavior: ['allow'] }, undefined],
  [{ request_id: 7, behavior: 'allow' }, undefined],
  [{ behavior: 'allow' }, undefined],
  ['allow', undefined],
  [undefined, undefined],
])('the answer %j is read as %j', (params, answer) => {
  expect(readRelayAnswer(params)).toEqual(answer)
})
