import type { TurnDeps } from '../../loop/turn.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { GoalNews } from '../../protocol/agents/goal.ts'
import type { ScheduleInfo } from '../../protocol/agents/schedules.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { textForModel } from '../../protocol/messages/text-for-model.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { FireHooks } from '../live/fire-hooks.ts'

const says = modelTexts('stop_hooks', {
  more: { en: 'A Stop hook wants more to be done.', zh: '停止钩子要求继续。' },
})

export interface StopHooksOptions {
  readonly hooks: Pick<FireHooks, 'fire' | 'isSet' | 'tell'>
  /** Absent: the conversation. */
  readonly agent?: AgentOrigin
  /** The file of its chain. */
  readonly transcript: string | undefined
  tasks(): readonly TaskInfo[]
  schedules(): readonly ScheduleInfo[]
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** What looks at the work of the turn may still be at it. */
  settle?(signal: AbortSignal): Promise<void>
  /** What the goal of the session says, or the ledger of what the model says; asked when no hook objects. */
  goal?(signal: AbortSignal, lastText: string): Promise<GoalNews | undefined>
}

/** What Stop hooks say when the model is done: a block sends it back to work, `continue: false` ends the turn. */
export const stopHooks =
  (options: StopHooksOptions): NonNullable<TurnDeps['stopHooks']> =>
  async (input, signal) => {
    await options.settle?.(signal)
    const said = await askHooks(options, input, signal)
    if (said.prevented !== undefined || said.blocked.length > 0) return said
    const goal = await options.goal?.(signal, input.lastText)
    return goal === undefined ? said : { ...said, goal }
  }

const askHooks = async (
  { hooks, agent, transcript, tasks, schedules, language }: StopHooksOptions,
  { active, lastText }: { readonly active: boolean; readonly lastText: string },
  signal: AbortSignal,
): Promise<{ readonly blocked: readonly string[]; readonly prevented?: Text }> => {
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
    session_crons: schedules().map(({ id, label, recurring, prompt }) => ({
      id,
      schedule: label,
      recurring,
      prompt,
    })),
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
  if (permission !== 'deny') return { blocked: [...context] }
  const objection = await textForModel(reason ?? says('more'), language)
  return { blocked: [objection, ...context] }
}

/** What hooks say once all calls of a reply have their results. */
export const batchHooks =
  (hooks: Pick<FireHooks, 'fire' | 'isSet' | 'tell'>): NonNullable<TurnDeps['afterCalls']> =>
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
    return verdict.permission === 'deny' ? (verdict.reason ?? hookText('stopped_turn')) : undefined
  }

const textIn = ({ content }: ToolResultBlock): unknown => content
