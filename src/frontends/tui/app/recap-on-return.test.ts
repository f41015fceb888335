import { expect, test } from 'vitest'
import type { Action } from '../state/action.ts'
import { initialState } from '../state/initial-state.ts'
import { Store } from '../state/store.ts'
import { recapOnReturn } from './recap-on-return.ts'

const began: Action = {
  type: 'event',
  now: 0,
  event: {
    type: 'turn_started',
    turn: {
      sessionId: 's',
      cwd: '/',
      tools: [],
      model: 'm',
      mode: 'default',
      credential: '',
      userMessageUuid: 'u',
    },
  },
}
const ended: Action = {
  type: 'event',
  now: 0,
  event: {
    type: 'turn_ended',
    terminal: { kind: 'completed', stopReason: 'end_turn' },
    report: { durationMs: 1, cost: {} } as never,
  },
}
const focus = (focused: boolean): Action => ({ type: 'view', change: { focused } })

test.each([
  ['back after six minutes to a turn that ended is told', [began, focus(false), 6, ended, focus(true)], 1],
  ['back soon is not', [began, focus(false), 2, ended, focus(true)], 0],
  ['back while it still works is not', [began, focus(false), 9, focus(true)], 0],
  ['back to what had ended before is not', [began, ended, focus(false), 9, focus(true)], 0],
  ['who never left is not', [began, 9, ended], 0],
] as const)('%s', (_, steps, times) => {
  const store = new Store(initialState({ ready: true, id: 's', cwd: '/', model: 'm', mode: 'default' }))
  let minutes = 0
  let told = 0
  recapOnReturn({ store, now: () => minutes * 60_000, recap: () => told++ })
  for (const step of steps)
    if (typeof step === 'number') minutes += step
    else store.dispatch(step)
  expect(told).toBe(times)
})
