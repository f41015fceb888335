import type { Contribution } from '../protocol/extensions/contribution.ts'
import { serverText } from '../protocol/messages/engine/servers.ts'
import { notice } from '../protocol/messages/notice.ts'
import type { ThreadSpec } from '../protocol/thread.ts'
import { createContributions } from './contributions/part.ts'
import { openServerSandbox } from './sandbox/part.ts'
import { createMcp } from './servers/part.ts'
import type { Session } from './session-parts.ts'

export interface WithServers extends AsyncDisposable {
  /** The session as the thread sees it. */
  readonly session: Session
}

/** Servers that only one thread has: begun with it, closed with it, and nobody else sees their tools. */
export const withAgentServers = async (
  session: Session,
  { servers = [], agent }: Pick<ThreadSpec, 'servers' | 'agent'>,
): Promise<WithServers> => {
  const written = Object.assign({}, ...servers.filter(one => typeof one !== 'string')) as Record<
    string,
    unknown
  >
  const { config } = session
  if (Object.keys(written).length === 0 || !config.servers) return { session, [Symbol.asyncDispose]: nothing }
  const { parseServers } = await import('../features/mcp/config/read-servers.ts')
  const read = parseServers(written, config.servers.env)
  for (const problem of read.problems)
    void session.emit(notice('warning', serverText('of_agent', { agent: agent.name, problem })))
  const own: Contribution = { source: { level: 'flag' }, servers: read.servers }
  const { extensions: _, ...rest } = config
  const contributions = createContributions({
    config: {
      ...rest,
      tools: { specs: [], known: config.tools.known ?? config.tools.specs, load: config.tools.load },
    },
    emit: () => undefined,
  })
  const mcp = createMcp({
    ...session,
    config: {
      ...rest,
      wake: false,
      servers: { ...config.servers, written: [own], defer: 'never', waitMs: WAIT_MS },
    },
    contributions,
    openSandbox: choice => openServerSandbox({ config, live: session.live, choice }),
    window: () => Number.MAX_SAFE_INTEGER,
    emit: event => void session.emit({ ...event, agent }),
  })
  await mcp.loading
  await mcp.ready()
  const base = session.contributions
  return {
    session: {
      ...session,
      contributions: {
        ...base,
        late: wants => [...base.late(wants), ...contributions.late(wants)],
        toolbox: (ours, wants) => contributions.toolbox(base.toolbox(ours, wants), wants),
      },
    },
    [Symbol.asyncDispose]: async () => await mcp[Symbol.asyncDispose]?.(),
  }
}

/** A server that does not answer by then is not waited for. */
const WAIT_MS = 10_000
const nothing = async (): Promise<void> => undefined
