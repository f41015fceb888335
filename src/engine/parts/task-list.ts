import type { TaskList } from '../../protocol/task-list.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'

/** The list of the session; what it is made of loads with its first use. */
export const createTaskListPort = ({
  place,
  runtime,
}: {
  readonly place: SessionEnvironment
  readonly runtime: Runtime
}): TaskList => {
  const open = async (): Promise<TaskList> => {
    if (place.taskListDir === undefined) throw new ToolError('This session has no task list.')
    const { createTaskList } = await import('../../features/task-list/task-list.ts')
    return createTaskList({
      directory: place.taskListDir,
      newId: runtime.newId,
      now: () => runtime.now().getTime(),
    })
  }
  return {
    create: async task => (await open()).create(task),
    list: async () => (await open()).list(),
    update: async (id, change) => (await open()).update(id, change),
  }
}
