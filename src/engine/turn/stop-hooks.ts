import type { TurnDeps } from '../../loop/turn.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { Hooks } from '../parts/hooks.ts'

export interface StopHooksOptions {
  readonly hooks: Pick<Hooks, 'fire' | 'isSet' | 'tell'>
  /** Absent: the conversation. */
  readonly agent?: AgentOrigin
  /** The file of its chain. */
  readonly transcript: string | undefined
  tasks(): readonly TaskInfo[]
}

/** What Stop hooks say when the model is done: a block sends it back to work, `continue: false` ends the turn. */
export const stopHooks =
  ({ hooks, agent, transcript, tasks }: StopHooksOptions): NonNullable<TurnDeps['stopHooks']> =>
  async ({ active, lastText }, signal) => {
    if (!hooks.isSet(agent ? 'SubagentStop' : 'Stop')) return { blocked: [] }
    const shared = {
      stop_hook_active: active,
      last_assistant_message: lastText,
      background_tasks: tasks().map(({ id, status, description, command }) => ({
        id,
        type: 'shell',
        status,
        description,
        ...(command === undefined ? {} : { command }),
      })),
      session_crons: [],
    }
    const verdict = agent
      ? await hooks.fire(
          'SubagentStop',
          {
            ...shared,
            agent_id: agent.id,
            agent_type: agent.name,
            ...(transcript === undefined ? {} : { agent_transcript_path: transcript }),
          },
          signal,
        )
      : await hooks.fire('Stop', shared, signal)
    const { permission, reason, stop, context } = verdict
    if (stop !== undefined) return { blocked: [], prevented: stop }
    const objected = permission === 'deny' ? [reason ?? 'A Stop hook wants more to be done.'] : []
    return { blocked: [...objected, ...context] }
  }

/** What hooks say once all calls of a reply have their results. */
export const batchHooks =
  (hooks: Pick<Hooks, 'fire' | 'isSet' | 'tell'>): NonNullable<TurnDeps['afterCalls']> =>
  async (done, signal) => {
    if (!hooks.isSet('PostToolBatch')) return undefined
    const calls = done.map(({ call: { block }, outcome }) => ({
      tool_name: block.name,
      tool_input: block.input,
      tool_use_id: block.id,
      tool_response: outcome.output ?? textIn(outcome.result),
    }))
    const verdict = await hooks.fire('PostToolBatch', { tool_calls: calls }, signal)
    for (const text of verdict.context) hooks.tell({ kind: 'hook_context', text, event: 'PostToolBatch' })
    if (verdict.stop !== undefined) return verdict.stop
    return verdict.permission === 'deny' ? (verdict.reason ?? 'A hook stopped the turn.') : undefined
  }

const textIn = ({ content }: ToolResultBlock): unknown => content
