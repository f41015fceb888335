import { createCarry } from '../../features/context/carry/carry.ts'
import { renderCarry } from '../../features/context/carry/carry-block.ts'
import { taskSteps, todoSteps } from '../../features/context/carry/step-lines.ts'
import { readTasks } from '../../features/task-list/task-file.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import type { State, Tasks } from '../../protocol/tool.ts'
import { currentEffects } from '../calls/effects.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface CarryDeps {
  readonly config: { readonly place: SessionEnvironment; readonly session: SessionHandle }
  readonly live: Pick<ThreadState, 'cwd'>
  readonly tasks: Pick<Tasks, 'list'>
  readonly ports: { readonly state: Pick<State, 'get'> }
}

/** What goes over a compaction word for word, from what the session knows at that moment. */
export const createSessionCarry = ({
  config,
  live,
  tasks,
  ports,
}: CarryDeps): Required<Pick<StageEnv, 'carry' | 'renderCarry'>> => {
  const { taskListDir } = config.place
  return {
    carry: createCarry({
      cwd: () => live.cwd,
      effects: () => currentEffects(config.session.effects, tasks.list()),
      steps: () => [
        ...todoSteps(ports.state.get('todos')),
        ...(taskListDir === undefined ? [] : listedSteps(taskListDir)),
      ],
    }),
    renderCarry,
  }
}

const listedSteps = (directory: string): ReturnType<typeof taskSteps> => {
  try {
    return taskSteps([...readTasks(directory).values()])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // The list is still in its files, and the tools for it say why they cannot be read.
    return []
  }
}
