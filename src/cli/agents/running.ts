import { columns } from '../../features/commands/columns.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { findOpenAgents, type OpenAgent, type OpenAgents } from './open-agents.ts'

export const RUNNING = {
  name: 'agents running',
  usage: `Usage: capstan agents running [--json]   agents of sessions that are open now, the newest first

To stop one: capstan agents stop <agent>. To talk to it, use /tasks in its session.`,
  flags: { json: { type: 'boolean' } },
} as const

/** `capstan agents running` */
export const running = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(RUNNING, argv)
  if (given.words.length > 0) throw wrongUsage(RUNNING, 'it takes no words.')
  const found = await findOpenAgents(deps)
  if (given.is('json'))
    await deps.write(`${JSON.stringify(found.agents.map(({ board: _, ...agent }) => agent))}\n`)
  else await deps.write(`${render(found, deps.now)}\n`)
  return 0
}

const render = ({ sessions, agents }: OpenAgents, now: number): string => {
  if (agents.length === 0)
    return sessions === 0 ? 'No session is open.' : 'No agents in the sessions that are open.'
  const rows = agents.map(agent => [
    agent.session.slice(0, 8),
    agent.agent,
    escapeLine(agent.name, 40),
    agent.status,
    ageOf(agent, now),
    String(agent.tokens),
    `$${agent.usd.toFixed(2)}`,
    escapeLine(agent.description, 50),
    escapeLine(agent.directory, 60),
  ])
  return columns(
    ['session', 'agent', 'name', 'status', 'age', 'tokens', 'cost', 'task', 'directory'],
    rows,
    false,
  )
}

const ageOf = ({ startedAt }: OpenAgent, now: number): string => {
  const seconds = Math.max(0, Math.round((now - startedAt) / 1000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
