import type { AssistantUse } from '../../../protocol/agents/assistant-use.ts'
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
    ...(assistant ? { assistant: assistantFacts(assistant) } : {}),
  }
}

const assistantFacts = ({
  usd,
  dayUsd,
  nextAt,
  paused,
}: AssistantUse): NonNullable<ByItself['assistant']> => ({
  usd,
  of: dayUsd,
  ...(nextAt === undefined ? {} : { nextAt: Date.parse(nextAt) }),
  ...(paused ? { paused } : {}),
})

export const isSameWork = (a: ByItself | undefined, b: ByItself): boolean =>
  JSON.stringify(a ?? { loops: 0, schedules: 0 }) === JSON.stringify(b)
