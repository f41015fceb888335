import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSessionOpen } from '../../features/sessions/session-lock.ts'
import { isObject } from '../../lib/is-object.ts'
import type { SessionSummary } from '../../protocol/host.ts'
import { createHost } from '../create-host.ts'
import type { SessionsDeps } from '../sessions/deps.ts'

/** An agent of a session that is open now, as its session tells. */
export interface OpenAgent {
  readonly session: string
  readonly directory: string
  readonly agent: string
  readonly name: string
  readonly type: string
  readonly description: string
  readonly status: string
  readonly tokens: number
  readonly usd: number
  readonly startedAt: number
  readonly lastAction: string
  /** Where its session looks for requests. */
  readonly board: string
}

export interface OpenAgents {
  /** Sessions that are open, with agents or without. */
  readonly sessions: number
  /** At work or waiting for work, the newest first. */
  readonly agents: readonly OpenAgent[]
}

export const findOpenAgents = async (deps: SessionsDeps): Promise<OpenAgents> => {
  await using host = createHost(deps.process)
  const sessions = await host.list({ env: deps.process.env })
  const open = sessions.filter(({ path }) => isSessionOpen(path, () => deps.now))
  const agents = open.flatMap(agentsOf).toSorted((a, b) => b.startedAt - a.startedAt)
  return { sessions: open.length, agents }
}

const agentsOf = ({ id, path, cwd = '' }: SessionSummary): readonly OpenAgent[] => {
  const board = join(path.replace(/\.jsonl$/, ''), 'agents')
  return readBoard(join(board, 'board.json')).flatMap(value => {
    if (!isObject(value)) return []
    const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '')
    const number = (key: string): number => (typeof value[key] === 'number' ? value[key] : 0)
    const status = text('status')
    if (text('id') === '' || (status !== 'running' && status !== 'idle')) return []
    return [
      {
        session: id,
        directory: cwd,
        agent: text('id'),
        name: text('name'),
        type: text('type'),
        description: text('description'),
        status,
        tokens: number('tokens'),
        usd: number('usd'),
        startedAt: number('startedAt'),
        lastAction: text('lastAction'),
        board,
      },
    ]
  })
}

const readBoard = (path: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    // Most sessions have no agents.
    return []
  }
}
