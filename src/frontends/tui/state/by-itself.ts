import type { Engine } from '../../../protocol/engine.ts'
import type { ByItself } from './ui-state.ts'

/** What goes on without the person in a session. */
export const readByItself = async (engine: Pick<Engine, 'query'>): Promise<ByItself> => {
  const [schedules, goal, assistant] = await Promise.all([
    engine.query('schedules'),
    engine.query('goal'),
    engine.query('assistant'),
  ])
  const loops = schedules.filter(({ kind }) => kind !== 'cron').length
  return {
    loops,
    schedules: schedules.length - loops,
    ...(goal?.status === 'active' ? { goal: { rounds: goal.rounds, of: goal.budget.rounds } } : {}),
    ...(assistant ? { assistant: { usd: assistant.usd, of: assistant.dayUsd } } : {}),
  }
}

export const isSameWork = (a: ByItself | undefined, b: ByItself): boolean =>
  JSON.stringify(a ?? { loops: 0, schedules: 0 }) === JSON.stringify(b)
