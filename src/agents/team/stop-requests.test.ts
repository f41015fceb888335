import { expect, test } from 'vitest'
import { StopRequests } from './stop-requests.ts'

const THERE = ['ann', 'bob'] as const
const ASK = /^(?:ann, bob are|ann is|bob is) still there\. Ask them to stop first/
const WAIT = 'Asked to stop and not stopped yet: '

const ask = { type: 'shutdown_request', requestId: 'r' } as const
const answer = (approve: boolean) => ({ type: 'shutdown_response', requestId: 'r', approve }) as const
type Heard = Parameters<StopRequests['heard']>
const toAnn: Heard = [ask, { to: 'ann', present: THERE }]
const toBob: Heard = [ask, { to: 'bob', present: THERE }]
const toAll: Heard = [ask, { to: '*', present: THERE }]

test.each<[string, readonly Heard[], readonly string[], readonly string[]]>([
  ['nobody was asked', [], ['ann', 'bob'], []],
  ['one was told something else', [[undefined, { to: 'ann', present: THERE }]], ['ann', 'bob'], []],
  ['one asks another', [[ask, { from: 'ann' }]], ['ann', 'bob'], []],
  ['one was asked', [toAnn], ['bob'], ['ann']],
  ['all were asked, each by name', [toAnn, toBob], [], THERE],
  ['all were asked at once', [toAll], [], THERE],
  ['one that was asked goes on', [toAll, [answer(false), { from: 'bob' }]], ['bob'], ['ann']],
  ['one that was asked is about to stop', [toAll, [answer(true), { from: 'bob' }]], [], THERE],
])('%s', (_, events, others, asked) => {
  const requests = new StopRequests()
  for (const each of events) requests.heard(...each)
  const { text } = requests.whyNotDeleted(THERE)
  expect(ASK.test(text)).toBe(others.length > 0)
  expect(text.split(' still there')[0]?.includes(others.join(', '))).toBe(true)
  expect(text.includes(`${WAIT}${asked.join(', ')}.`)).toBe(asked.length > 0)
})

test('only those that are there stand in the way', () => {
  const requests = new StopRequests()
  requests.heard(ask, { to: '*', present: ['ann', 'gone'] })
  requests.clear('bob')
  expect(requests.whyNotDeleted(['ann']).text).not.toContain('gone')
})
