import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import type { AgentInfo } from '../../../../protocol/agents/agents.ts'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** Work beside the conversation, with the last thing it said; `agent` where it is one. */
export interface WorkRow {
  readonly id: string
  readonly kind: TaskInfo['kind']
  readonly title: string
  readonly status: TaskInfo['status'] | 'idle'
  readonly startedAt: number
  readonly endedAt?: number
  readonly task?: TaskInfo
  readonly agent?: AgentInfo
  readonly last: string
}

/** An agent in the background is also a task: one row for both. */
export const workRows = (
  tasks: readonly { readonly task: TaskInfo; readonly last: string }[],
  agents: readonly AgentInfo[],
): readonly WorkRow[] => {
  const known = new Set(agents.map(({ id }) => id))
  return [
    ...agents.map(agent => ofAgent(agent, tasks.find(({ task }) => task.id === agent.id)?.task)),
    ...tasks.filter(({ task }) => !known.has(task.id)).map(ofTask),
  ]
}

const ofAgent = (agent: AgentInfo, task: TaskInfo | undefined): WorkRow => {
  const { id, name, description, status, startedAt, endedAt, lastAction, team } = agent
  return {
    id,
    kind: task?.kind ?? (team === undefined ? 'agent' : 'teammate'),
    title: description === '' || description === name ? name : `${name}: ${description}`,
    status,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    agent,
    last: lastAction ?? '',
  }
}

const ofTask = ({ task, last }: { readonly task: TaskInfo; readonly last: string }): WorkRow => {
  const { id, kind, description, command, status, startedAt, endedAt } = task
  return {
    id,
    kind,
    title: description || command || id,
    status,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    task,
    last,
  }
}

export const isOver = ({ status }: Pick<WorkRow, 'status'>): boolean =>
  status !== 'running' && status !== 'idle'

/** The newest first; what still runs before what is over. */
export const taskOptions = (
  rows: readonly WorkRow[],
  { words, now }: { readonly words: Words; readonly now: number },
): readonly Option<WorkRow>[] =>
  rows
    .toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)) || b.startedAt - a.startedAt)
    .map(row => ({
      value: row,
      label: `${MARKS[row.status]} ${escapeProse(row.title, 60)}`,
      detail: detailOf(row, { words, now }),
    }))

const detailOf = (
  { kind, status, startedAt, endedAt, task, agent, last }: WorkRow,
  { words, now }: { readonly words: Words; readonly now: number },
): string => {
  const told = words.panels.tasks
  return [
    ...(kind === 'shell' ? [] : [told.kinds[kind]]),
    told.states[status],
    words.transcript.duration(Math.max(0, (endedAt ?? now) - startedAt)),
    ...(task?.exitCode === undefined ? [] : [words.transcript.exitCode(task.exitCode)]),
    ...(agent && agent.tokens > 0 ? [words.transcript.tokens(agent.tokens)] : []),
    ...(agent && agent.usd > 0 ? [told.cost(agent.usd)] : []),
    ...(last === '' ? [] : [escapeLine(last, 120)]),
  ].join(' · ')
}

const MARKS: Readonly<Record<WorkRow['status'], string>> = {
  running: '●',
  idle: '○',
  completed: '✓',
  failed: '✗',
  stopped: '■',
}

/** The last line with something on it. */
export const lastLine = (output: string): string =>
  stripAnsi(output)
    .split(/[\r\n]+/)
    .findLast(line => line.trim() !== '')
    ?.trim() ?? ''
