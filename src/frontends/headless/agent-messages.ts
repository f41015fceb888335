import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type {
  SdkTaskNotification,
  SdkTaskProgress,
  SdkTaskStarted,
  SdkTaskUpdated,
} from '../../protocol/control/sdk-message.ts'

type Identify = () => { readonly uuid: string; readonly session_id: string }

/** Agents a host has heard of: one begins once and ends once, whoever tells of it first. */
export class AnnouncedAgents {
  readonly #last = new Map<string, Pick<AgentInfo, 'status' | 'background'>>()
  readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  has(id: string): boolean {
    return this.#last.has(id)
  }

  /** What was told of it before; from now on this is. */
  swap({ id, status, background }: AgentInfo): Pick<AgentInfo, 'status' | 'background'> | undefined {
    const before = this.#last.get(id)
    this.#last.set(id, { status, background })
    return before
  }
}

/** A change of an agent: that it began, got on, went to the background or ended. */
export const fromAgent = (
  info: AgentInfo,
  told: AnnouncedAgents,
  identity: Identify,
): readonly (SdkTaskStarted | SdkTaskProgress | SdkTaskUpdated | SdkTaskNotification)[] => {
  const before = told.swap(info)
  const { status, background } = info
  const usage = usageOf(info, told.now())
  if (status !== 'running' && status !== 'idle') {
    // Its end in the background is told as that of any background work, with where its output is.
    const isTold = background || before === undefined || isOver(before)
    return isTold ? [] : [{ ...notification(info, status, identity()), usage }]
  }
  if (before === undefined || isOver(before)) return [started(info, identity())]
  return [
    ...(background && !before.background ? [updated(info, identity())] : []),
    { ...progress(info, identity()), usage },
  ]
}

const isOver = ({ status }: Pick<AgentInfo, 'status'>): boolean => status !== 'running' && status !== 'idle'

const started = (info: AgentInfo, identity: ReturnType<Identify>): SdkTaskStarted => ({
  type: 'system',
  subtype: 'task_started',
  ...nameOf(info),
  description: info.description,
  task_type: info.team === undefined ? 'local_agent' : 'in_process_teammate',
  is_backgrounded: info.background,
  subagent_type: info.type,
  ...identity,
})

const progress = (info: AgentInfo, identity: ReturnType<Identify>): Omit<SdkTaskProgress, 'usage'> => ({
  type: 'system',
  subtype: 'task_progress',
  ...nameOf(info),
  description: info.description,
  subagent_type: info.type,
  ...(info.lastAction !== undefined && {
    last_tool_name: info.lastAction.split(':', 1)[0] ?? '',
    summary: info.lastAction,
  }),
  ...identity,
})

const updated = (info: AgentInfo, identity: ReturnType<Identify>): SdkTaskUpdated => ({
  type: 'system',
  subtype: 'task_updated',
  ...nameOf(info),
  patch: { is_backgrounded: true },
  ...identity,
})

const notification = (
  info: AgentInfo,
  status: SdkTaskNotification['status'],
  identity: ReturnType<Identify>,
): SdkTaskNotification => ({
  type: 'system',
  subtype: 'task_notification',
  ...nameOf(info),
  status,
  output_file: info.transcript ?? '',
  summary: `Agent "${info.description}" ${WORDS[status]}`,
  ...identity,
})

const WORDS: Readonly<Record<SdkTaskNotification['status'], string>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'was stopped',
}

const usageOf = ({ tokens, toolUses, startedAt, endedAt }: AgentInfo, now: number) => ({
  total_tokens: tokens,
  tool_uses: toolUses,
  duration_ms: Math.max(0, (endedAt ?? now) - startedAt),
})

const nameOf = ({ id, toolUseId }: AgentInfo) => ({ task_id: id, tool_use_id: toolUseId })
