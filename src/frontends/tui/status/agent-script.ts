import { cleanAnsi } from '../../../lib/ansi-text.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import type { Store } from '../state/store.ts'
import type { AgentRow } from '../state/ui-state.ts'

interface Parts {
  readonly store: Store
  readonly ports: Pick<TuiPorts, 'settings' | 'system'>
  columns(): number
  after(ms: number, call: () => void): () => void
}

/** Agents report with every call: often enough to be of use, and no more. */
const REST_MS = 1_000
const WIDEST = 1_000

/** Runs the person's own program for the rows of agents while some are at work; what fails leaves the usual rows. */
export const runAgentScript = ({ store, ports, columns, after }: Parts): (() => void) => {
  let cancel: (() => void) | undefined
  let running: AbortController | undefined
  let again = false
  const run = async (command: string): Promise<void> => {
    cancel = undefined
    const controller = new AbortController()
    running = controller
    const input = { ...agentInput(store.state.agents, columns()), cwd: store.state.session.cwd }
    const output = await ports.system.runStatusLine(command, input, controller.signal).catch(() => '')
    if (!controller.signal.aborted)
      store.dispatch({ type: 'session', facts: { agentRows: agentRowsIn(output) } })
    running = undefined
    if (again) look()
  }
  const look = (): void => {
    const wish = ports.settings.current().subagentStatusLine
    again = wish !== undefined && running !== undefined
    if (!wish || running || cancel) return
    cancel = after(REST_MS, () => void run(wish.command))
  }
  const stop = store.subscribe((state, before) => {
    if (state.agents !== before.agents && state.agents.length > 0) look()
  })
  return () => {
    stop()
    cancel?.()
    running?.abort()
  }
}

/** What such programs read; the names are those they know. */
export const agentInput = (agents: readonly AgentRow[], columns: number) => ({
  columns,
  tasks: agents.map(({ id, name, info, startedAt, tokens }) => ({
    id,
    name,
    type: info?.type ?? 'agent',
    status: info?.status ?? 'running',
    description: info?.description ?? '',
    label: name,
    startTime: startedAt,
    ...(info ? { model: info.model, cwd: info.cwd } : {}),
    tokenCount: tokens,
  })),
})

/** One JSON object a line; others are passed over. An empty content takes the row away. */
export const agentRowsIn = (output: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    output.split('\n').flatMap(line => {
      const row = parse(line)
      return isObject(row) && typeof row['id'] === 'string' && typeof row['content'] === 'string'
        ? [[row['id'], cleanAnsi(row['content'].replaceAll(/[\r\n]/g, ' ').slice(0, WIDEST))]]
        : []
    }),
  )

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // Something else it prints.
    return undefined
  }
}
