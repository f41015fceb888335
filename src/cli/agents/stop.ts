import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { findJobs } from '../background/jobs.ts'
import { stopAndSay } from '../background/stop.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { findOpenAgents, type OpenAgent } from './open-agents.ts'

export const STOP = {
  name: 'agents stop',
  usage: usageOf(
    `Usage: capstan agents stop <agent>   stop an agent of any open session, by its id or name;
                                     or a background session or command

"capstan agents running" lists them. The session that started the agent is told.`,
    `用法：capstan agents stop <智能体>   按 id 或名称停止任一打开的会话中的智能体，
                                     也可停止后台会话或命令

可用 "capstan agents running" 列出。启动该智能体的会话会收到通知。`,
  ),
  flags: {},
} as const

/** Its commands are ended with it; a session that does not answer for so long hangs, or is suspended. */
const WAIT_MS = 10_000
const LOOK_MS = 100

/** `capstan agents stop` */
export const stop = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const { words } = readOptions(STOP, argv)
  const [wanted] = words
  if (wanted === undefined || words.length > 1)
    throw wrongUsage(STOP, argumentText('takes_one', { what: argumentText('agent') }))
  const { agents } = await findOpenAgents(deps)
  if (!agents.some(each => each.agent === wanted || each.name === wanted)) {
    const [job, ...others] = findJobs(deps.configHome, wanted)
    if (job && others.length === 0) return await stopAndSay(job, deps)
  }
  const agent = choose(wanted, agents, deps)
  writeFileSync(join(agent.board, `stop-${agent.agent}`), '', { mode: 0o600 })
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    if (!(await isThere(agent, deps))) {
      await deps.write(`${deps.localize(runningText('stopped', { name: nameOf(agent) }))}\n`)
      return 0
    }
  }
  throw new ExitError(1, sessionCommandText('agent_silent', { agent: nameOf(agent), session: agent.session }))
}

const choose = (wanted: string, agents: readonly OpenAgent[], { process }: SessionsDeps): OpenAgent => {
  const found = agents.filter(({ agent }) => agent === wanted)
  const named = found.length > 0 ? found : agents.filter(({ name }) => name === wanted)
  const [only] = named
  const all = escapeLine(wanted, 80)
  if (!only)
    throw new ExitError(
      1,
      sessionCommandText('no_agent', { name: all, command: programCommand(process.env) }),
    )
  if (named.length > 1)
    throw new ExitError(
      1,
      sessionCommandText('several_agents', { name: all, ids: named.map(({ agent }) => agent) }),
    )
  return only
}

const isThere = async ({ session, agent }: OpenAgent, deps: SessionsDeps): Promise<boolean> =>
  (await findOpenAgents(deps)).agents.some(each => each.session === session && each.agent === agent)

const nameOf = ({ name, agent }: OpenAgent): string =>
  name === '' ? agent : `${escapeLine(name, 60)} (${agent})`
