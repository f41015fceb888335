import { createCarry } from '../../features/context/carry/carry.ts'
import { taskSteps, todoSteps } from '../../features/context/carry/step-lines.ts'
import type { ListedTask } from '../../protocol/agents/task-list.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import type { State, Tasks } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { currentEffects } from '../calls/effects.ts'
import type { ThreadState } from '../live/state.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface CarryDeps {
  readonly config: {
    readonly session: SessionHandle
    readonly tools: Pick<Toolbox, 'toolsIn'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<ThreadState, 'cwd'>
  readonly tasks: Pick<Tasks, 'list'>
  readonly teams: { knownTasks(): readonly ListedTask[] }
  readonly ports: { readonly state: Pick<State, 'get'> }
}

/** What goes over a compaction word for word, from what the session knows at that moment. */
export const createSessionCarry = ({
  config,
  live,
  tasks,
  teams,
  ports,
}: CarryDeps): NonNullable<StageEnv['carry']> =>
  createCarry({
    cwd: () => live.cwd,
    language: config.prompt.promptLanguage,
    approvals: config.tools.toolsIn?.('plan_approval') ?? [],
    effects: () => currentEffects(config.session.effects, tasks.list()),
    steps: () => [
      ...todoSteps(ports.state.get('todos')),
      ...taskSteps(teams.knownTasks(), config.prompt.promptLanguage),
    ],
  })
