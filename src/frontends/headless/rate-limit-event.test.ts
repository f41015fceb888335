import { expect, test } from 'vitest'
import { fromLimitEnd, fromLimits, fromRefusal } from './rate-limit-event.ts'

const identity = () => ({ uuid: 'u', session_id: 's' })

test('a limit that is nearly used up is an event, the nearest one first', () => {
  const limits = { fiveHour: { used: 0.81, resetsAt: 5 }, sevenDay: { used: 0.93, resetsAt: 7 } }
  expect(fromLimits(limits, identity)).toEqual([
    {
      type: 'rate_limit_event',
      rate_limit_info: { status: 'allowed_warning', resetsAt: 7, utilization: 0.93 },
      ...identity(),
    },
  ])
  expect(fromLimits({ fiveHour: { used: 0.5, resetsAt: 5 } }, identity)).toEqual([])
  expect(fromLimits(undefined, identity)).toEqual([])
})

test('a refusal for a limit is an event, another one is not', () => {
  expect(fromRefusal({ error: 'rate_limit' }, identity)).toMatchObject([
    { rate_limit_info: { status: 'rejected' } },
  ])
  expect(fromRefusal({ error: 'overloaded' }, identity)).toEqual([])
})

test('a limit that is waited for, or that ended the turn, says when it resets', () => {
  expect(fromRefusal({ error: 'rate_limit', resetsAt: 7 }, identity)).toMatchObject([
    { rate_limit_info: { status: 'rejected', resetsAt: 7 } },
  ])
  const failed = { kind: 'model_error', message: 'limit', error: 'rate_limit' } as const
  expect(fromLimitEnd({ ...failed, resetsAt: 7 }, identity)).toMatchObject([
    { rate_limit_info: { status: 'rejected', resetsAt: 7 } },
  ])
  expect(fromLimitEnd(failed, identity)).toEqual([])
})
