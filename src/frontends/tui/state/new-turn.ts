import type { TurnState } from './ui-state.ts'

export const newTurn = (now: number): TurnState => ({
  startedAt: now,
  reply: '',
  phase: 'requesting',
  outputTokens: 0,
  heardAt: now,
  interrupting: false,
  idleMs: 0,
})
