import type { SpawnRequest } from '../../agents/plan-agent.ts'
import type { AgentOutcome, AgentProgress } from '../../protocol/agents/agents.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { skillText } from '../../protocol/messages/engine/skills.ts'
import { OpError } from '../../protocol/op.ts'
import type { Rule } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'

export interface ForkOptions {
  run(request: SpawnRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
  readonly skill: Skill
  readonly text: string
  readonly rules: readonly Rule[]
  /** Already looked up. */
  readonly model?: string
  readonly toolUseId: string
}

/** Runs a skill as an agent with a window of its own; answers what came of it. Throws OpError when it did not end well. */
export const runFork = async (options: ForkOptions, signal: AbortSignal): Promise<string> => {
  const { run, skill, text, rules, model, toolUseId } = options
  const { name, agent, hooks, effort } = skill
  try {
    const running = run(
      {
        description: name,
        prompt: text,
        name,
        toolUseId,
        ...(agent === undefined ? {} : { type: agent }),
        ...(model === undefined ? {} : { model }),
        more: { rules, ...(hooks ? { hooks } : {}), ...(effort === undefined ? {} : { effort }) },
      },
      signal,
    )
    for (;;) {
      const { done, value } = await running.next()
      if (!done) continue
      if (value.status !== 'completed') throw new OpError(skillText('in_background', { name }))
      if (value.stoppedBy !== undefined)
        throw new OpError(skillText('did_not_finish', { name, reason: value.localized ?? value.stoppedBy }))
      return value.content.map(block => block.text).join('\n')
    }
  } catch (error) {
    throw error instanceof ToolError
      ? new OpError(skillText('cannot_run', { name, reason: error.localized }))
      : error
  }
}
