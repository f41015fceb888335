import { lostNote, openTasks, untoldOf } from '../../features/tasks/lost-tasks.ts'
import { TaskRegistry } from '../../features/tasks/task-registry.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message, UserMessage } from '../../protocol/message.ts'
import { OpError } from '../../protocol/op.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import { resultsDirectory } from '../session-file/own-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** Of the values of a conversation, what is needed here. */
interface TasksConfig {
  readonly runtime: Runtime
  readonly session: SessionHandle
  readonly place: SessionEnvironment
}

export interface SessionTasks extends Part {
  readonly registry: TaskRegistry
}

/** The background work of a session. Of a session that is taken up again, what ran when it ended is told as stopped. */
export const createTasks = (
  config: TasksConfig,
  to: { emit(event: Event): void; onNote(): void },
): SessionTasks => {
  const { runtime } = config
  // What is told of an earlier run waits for the first turn; it does not start one.
  let isOpen = false
  /** The messages from which the conversation goes on, while the model has not heard what else there is. */
  let left: readonly Message[] | undefined
  const tasks = new TaskRegistry({
    newId: runtime.newId,
    now: () => runtime.now().getTime(),
    onChange: change => to.emit({ type: 'task', ...change }),
    onNote: () => isOpen && to.onNote(),
  })
  return {
    registry: tasks,
    async restarted(history, why) {
      if (why === 'resume') await tellLost(config, history, tasks)
      // After a compaction it is told with what that gives back.
      if (why === 'branch' || why === 'clear') left = history
      isOpen = true
    },
    news: [
      {
        name: 'tasks',
        async collect() {
          const history = left
          left = undefined
          return history && tasks.list().length > 0 ? await tellOthers(history, tasks.list()) : []
        },
      },
    ],
    ops: { stop_task: ({ taskId }) => stopTask(tasks, taskId) },
    answers: { tasks: () => tasks.list() },
    [Symbol.asyncDispose]: () => tasks[Symbol.asyncDispose](),
  }
}

/** What runs, or has ended, otherwise than these messages say. */
const tellOthers = async (
  history: readonly Message[],
  tasks: readonly TaskInfo[],
): Promise<readonly Attachment[]> => {
  const { endedTasks, runningTasks } = await import('../../features/tasks/running-tasks.ts')
  const known = new Set(openTasks(history).map(({ id }) => id))
  const running = runningTasks(tasks.filter(({ id }) => !known.has(id)))
  const ended = endedTasks(tasks.filter(({ id, status }) => known.has(id) && status !== 'running'))
  return [running, ended].filter(each => each !== undefined)
}

/** An agent's last words say how far it got; of a command the file has to do. */
const tellLost = async (
  config: TasksConfig,
  history: readonly Message[],
  tasks: Pick<TaskRegistry, 'notify'>,
): Promise<void> => {
  // A new conversation has lost nothing, and its first request waits for nothing.
  if (history.length === 0) return
  const { cutAgentCalls, findAgentsOf } = await import('../session-file/earlier-agents.ts')
  const waitedFor = findAgentsOf(config.session.path, cutAgentCalls(history)).map(
    found => ({ ...found, isAgent: true }) as const,
  )
  const lost = [...openTasks(history), ...untoldOf(waitedFor, history)]
  if (lost.length === 0) return
  const { lastLines } = await import('../../features/tasks/last-lines.ts')
  for (const task of lost) {
    const words =
      task.isAgent && task.outputFile !== undefined
        ? lastLines(task.outputFile, resultsDirectory(config))
        : undefined
    tasks.notify(lostNote(task, words))
  }
}

/** On request of a person or host: the model learns of it. */
const stopTask = async (tasks: TaskRegistry, id: string): Promise<void> => {
  if (!tasks.get(id)) throw new OpError(`There is no background task ${id}.`)
  await tasks.stopAndTell(id)
}

/** What waits to be told, as messages; with that it is told. */
export const noteMessages = (
  tasks: TaskRegistry,
  { runtime }: Pick<TasksConfig, 'runtime'>,
): readonly UserMessage[] =>
  tasks.takeNotes().map(text => ({
    type: 'user',
    uuid: runtime.newId(),
    timestamp: runtime.now().toISOString(),
    message: { role: 'user', content: text },
    isMeta: true,
    origin: { kind: 'task-notification' },
  }))
