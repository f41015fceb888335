import { expect, test } from 'vitest'
import { permissionRequest } from '../../../../test/support/permission-request.ts'
import { doingOf } from './doing.ts'
import { initialState } from './initial-state.ts'
import type { TurnState } from './ui-state.ts'

const turn = (phase: TurnState['phase']): TurnState => ({
  startedAt: 0,
  reply: '',
  phase,
  outputTokens: 0,
  heardAt: 0,
  interrupting: false,
  idleMs: 0,
})
const transcript = { done: [], live: [] } as unknown as Parameters<typeof doingOf>[1]['transcript']
const { session } = initialState({ ready: true, id: 's', cwd: '/', model: 'm', mode: 'default' })
const agentAsks = permissionRequest({ agent: { id: 'a', name: 'Explore', toolUseId: 't' } })

test('nothing is finishing while a question is open, whoever asks', () => {
  for (const requests of [[permissionRequest()], [agentAsks]])
    expect(doingOf(turn('finishing'), { requests, transcript, session }).kind).toBe('waiting')
  expect(doingOf(turn('finishing'), { requests: [], transcript, session }).kind).toBe('finishing')
})

test('the model goes on while an agent asks', () => {
  expect(doingOf(turn('responding'), { requests: [agentAsks], transcript, session }).kind).toBe('responding')
})
