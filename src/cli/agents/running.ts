import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { headerOf, knownCell } from '../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { table } from '../../protocol/messages/table.ts'
import { ageSince, jobFields, jobTable } from '../background/job-table.ts'
import { readJobs } from '../background/jobs.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { findOpenAgents, type OpenAgents } from './open-agents.ts'

export const RUNNING = {
  name: 'agents running',
  usage: usageOf(
    `Usage: capstan agents running [--json]   background sessions and commands, and agents of open sessions

The newest first. To stop one: capstan agents stop <id>. To join a background session: capstan attach <id>;
to see its output: capstan logs <id>. To talk to an agent, use /tasks in its session.`,
    `用法：capstan agents running [--json]   后台会话和命令，以及打开的会话中的智能体

最新的在前。停止：capstan agents stop <id>；加入后台会话：capstan attach <id>；查看输出：capstan logs <id>。
要与智能体对话，请在其会话中使用 /tasks。`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

/** `capstan agents running` */
export const running = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(RUNNING, argv)
  if (given.words.length > 0) throw wrongUsage(RUNNING, argumentText('no_words'))
  const found = await findOpenAgents(deps)
  const jobs = readJobs(deps.configHome)
  if (given.is('json')) {
    const agents = found.agents.map(({ board: _, ...agent }) => agent)
    await deps.write(`${JSON.stringify([...jobs.map(jobFields), ...agents])}\n`)
  } else {
    const inBackground = jobs.length === 0 ? '' : `${deps.localize(jobTable(jobs, deps.now))}\n`
    const agents =
      jobs.length > 0 && found.agents.length === 0 ? '' : `${deps.localize(render(found, deps.now))}\n`
    await deps.write([inBackground, agents].filter(text => text !== '').join('\n'))
  }
  return 0
}

const render = ({ sessions, agents }: OpenAgents, now: number): LocalizedText => {
  if (agents.length === 0) return runningText(sessions === 0 ? 'no_session' : 'no_agents')
  const rows = agents.map(agent => [
    agent.session.slice(0, 8),
    agent.agent,
    escapeLine(agent.name, 40),
    knownCell(agent.status),
    ageSince(agent.startedAt, now),
    String(agent.tokens),
    `$${agent.usd.toFixed(2)}`,
    escapeProse(agent.description, 50),
    escapeLine(agent.directory, 60),
  ])
  const [session, id, name] = headerOf('session', 'agent', 'name')
  const [age, tokens, cost, directory] = headerOf('age', 'tokens', 'cost', 'directory')
  const header = [session, id, name, runningText('status'), age, tokens, cost, runningText('task'), directory]
  return table(
    header.map(text => text ?? ''),
    rows,
  )
}
