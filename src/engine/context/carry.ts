import { createCarry } from '../../features/context/carry/carry.ts'
import { taskSteps, todoSteps } from '../../features/context/carry/step-lines.ts'
import type { ListedTask } from '../../protocol/agents/task-list.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import type { State, Tasks } from '../../protocol/tool.ts'
import { currentEffects } from '../calls/effects.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface CarryDeps {
  readonly config: { readonly session: SessionHandle }
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
    effects: () => currentEffects(config.session.effects, tasks.list()),
    steps: () => [...todoSteps(ports.state.get('todos')), ...taskSteps(teams.knownTasks())],
  })
