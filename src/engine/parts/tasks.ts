import { lostTaskNotes } from '../../features/tasks/lost-tasks.ts'
import { TaskRegistry } from '../../features/tasks/task-registry.ts'
import type { Event } from '../../protocol/event.ts'
import type { UserMessage } from '../../protocol/message.ts'
import { OpError } from '../../protocol/op.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'

/** Of the values of a conversation, what is needed here. */
interface TasksConfig {
  readonly runtime: Runtime
}

export interface SessionTasks extends Part {
  readonly registry: TaskRegistry
}

/** The background work of a session. Of a session that is taken up again, what ran when it ended is told as stopped. */
export const createTasks = (
  { runtime }: TasksConfig,
  to: { emit(event: Event): void; onNote(): void },
): SessionTasks => {
  // What is told of an earlier run waits for the first turn; it does not start one.
  let isOpen = false
  const tasks = new TaskRegistry({
    newId: runtime.newId,
    now: () => runtime.now().getTime(),
    onChange: change => to.emit({ type: 'task', ...change }),
    onNote: () => isOpen && to.onNote(),
  })
  return {
    registry: tasks,
    restarted(history, why) {
      if (why === 'resume') for (const note of lostTaskNotes(history)) tasks.notify(note)
      isOpen = true
    },
    ops: { stop_task: ({ taskId }) => stopTask(tasks, taskId) },
    answers: { tasks: () => tasks.list() },
    [Symbol.asyncDispose]: () => tasks[Symbol.asyncDispose](),
  }
}

/** On request of a person or host: the model learns of it. */
const stopTask = async (tasks: TaskRegistry, id: string): Promise<void> => {
  if (!tasks.get(id)) throw new OpError(`There is no background task ${id}.`)
  await tasks.stopAndTell(id)
}

/** What waits to be told, as messages; with that it is told. */
export const noteMessages = (tasks: TaskRegistry, { runtime }: TasksConfig): readonly UserMessage[] =>
  tasks.takeNotes().map(text => ({
    type: 'user',
    uuid: runtime.newId(),
    timestamp: runtime.now().toISOString(),
    message: { role: 'user', content: text },
    isMeta: true,
    origin: { kind: 'task-notification' },
  }))
