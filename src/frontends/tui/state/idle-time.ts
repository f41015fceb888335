import type { TurnState, UiState } from './ui-state.ts'

/** While a question is open nobody works: that time belongs to the person and is left out of what a turn took. */
export const countIdle = (before: UiState, after: UiState, now: number): UiState => {
  const { turn } = after
  if (!turn || before.requests === after.requests) return after
  const asking = after.requests.some(each => !each.agent)
  if (asking === (turn.askedAt !== undefined)) return after
  const { askedAt, ...rest } = turn
  return {
    ...after,
    turn: asking
      ? { ...rest, askedAt: now }
      : { ...rest, idleMs: rest.idleMs + sinceAsked({ askedAt }, now) },
  }
}

/** How long the person took over questions of this turn, the open one included. */
export const idleTime = (turn: Pick<TurnState, 'idleMs' | 'askedAt'>, now: number): number =>
  turn.idleMs + sinceAsked(turn, now)

const sinceAsked = ({ askedAt }: Pick<TurnState, 'askedAt'>, now: number): number =>
  askedAt === undefined ? 0 : Math.max(0, now - askedAt)
