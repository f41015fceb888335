import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { columns } from '../../features/commands/columns.ts'
import { isSessionOpen } from '../../features/sessions/session-lock.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { SessionSummary } from '../../protocol/host.ts'
import { createHost } from '../create-host.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { readHead } from './read-head.ts'

export const RUNNING = {
  name: 'agents running',
  usage: `Usage: capstan agents running [--json]   agents of sessions that are open now, the last active first

To talk to one or stop it, use /tasks in its session.`,
  flags: { json: { type: 'boolean' } },
} as const

interface RunningAgent {
  readonly session: string
  readonly directory: string
  readonly agent: string
  readonly type: string
  readonly description: string
  /** Since it last wrote something. */
  readonly quietSeconds: number
}

/** `capstan agents running` */
export const running = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(RUNNING, argv)
  if (given.words.length > 0) throw wrongUsage(RUNNING, 'it takes no words.')
  await using host = createHost(deps.process)
  const sessions = await host.list({ env: deps.process.env })
  const open = sessions.filter(({ path }) => isSessionOpen(path, () => deps.now))
  const found = open
    .flatMap(session => agentsOf(session, deps.now))
    .toSorted((a, b) => a.quietSeconds - b.quietSeconds)
  if (given.is('json')) await deps.write(`${JSON.stringify(found)}\n`)
  else await deps.write(`${render(found, open.length)}\n`)
  return 0
}

const agentsOf = ({ id, path, cwd = '' }: SessionSummary, now: number): readonly RunningAgent[] => {
  const directory = join(path.replace(/\.jsonl$/, ''), 'subagents')
  return filesIn(directory).flatMap(name => {
    const head = readHead(join(directory, name))
    const wrote = statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs
    if (!head || wrote === undefined) return []
    return [
      {
        session: id,
        directory: cwd,
        ...head,
        quietSeconds: Math.max(0, Math.round((now - wrote) / 1000)),
      },
    ]
  })
}

const filesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => /^agent-[\w-]+\.jsonl$/.test(name))
  } catch {
    // Most sessions have no agents.
    return []
  }
}

const render = (found: readonly RunningAgent[], open: number): string => {
  if (found.length === 0)
    return open === 0 ? 'No session is open.' : 'No agents in the sessions that are open.'
  const rows = found.map(row => [
    row.session.slice(0, 8),
    row.agent,
    escapeLine(row.type, 40),
    `${row.quietSeconds} s ago`,
    escapeLine(row.description, 60),
    escapeLine(row.directory, 60),
  ])
  return columns(['session', 'agent', 'type', 'last active', 'task', 'directory'], rows, false)
}
