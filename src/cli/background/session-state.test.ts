import { expect, test } from 'vitest'
import { permissionRequest, turnEnded, turnStarted } from '../../../test/support/fake-events.ts'
import { SessionState } from './session-state.ts'

const open = () => {
  const noted: string[] = []
  const timers = new Set<() => void>()
  const at = { busy: false, over: 0 }
  const state = new SessionState({
    note: now => void noted.push(now),
    isBusy: async () => at.busy,
    after: (_, call) => {
      timers.add(call)
      return () => void timers.delete(call)
    },
    idleMs: 1,
    over: () => {
      at.over += 1
    },
  })
  const passes = async (): Promise<void> => {
    for (const call of [...timers]) {
      timers.delete(call)
      call()
    }
    await Promise.resolve()
    await Promise.resolve()
  }
  return { state, noted, timers, at, passes }
}

test('working, waiting for an answer and idle are told apart, each once', () => {
  const { state, noted } = open()
  state.hear(turnStarted('u'))
  state.begin()
  state.hear({ type: 'permission_request', request: permissionRequest('q') })
  state.hear({ type: 'permission_request', request: permissionRequest('r') })
  state.hear({ type: 'permission_settled', id: 'q', withdrawn: false })
  state.hear({ type: 'permission_settled', id: 'r', withdrawn: false })
  state.hear(turnEnded())
  expect(noted).toEqual(['working', 'needs input', 'working', 'idle'])
})

test('it ends when it was idle for long enough, but not while somebody follows or something is to come', async () => {
  const { state, timers, at, passes } = open()
  state.begin()
  state.followed(1)
  expect(timers.size).toBe(0)
  state.followed(0)
  at.busy = true
  await passes()
  expect([at.over, timers.size]).toEqual([0, 1])
  at.busy = false
  await passes()
  expect(at.over).toBe(1)
})
