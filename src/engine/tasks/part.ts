import type { Note } from '../../features/tasks/note-queue.ts'
import { TaskRegistry } from '../../features/tasks/task-registry.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import { CHANNEL_ORIGIN, type Message, PEER_ORIGIN, type UserMessage } from '../../protocol/message.ts'
import { taskText } from '../../protocol/messages/engine/tasks.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** Of the values of a conversation, what is needed here. */
interface TasksConfig {
  readonly runtime: Runtime
  readonly session: SessionHandle
  readonly place: SessionEnvironment
  readonly wake?: boolean
  readonly wakeForUrgent?: boolean
  readonly prompt: { readonly promptLanguage?: PromptLanguage }
}

export interface SessionTasks extends Part {
  readonly registry: TaskRegistry
  /** What waits to be told, as messages. Each is told once it is recorded. */
  takeMessages(): readonly UserMessage[]
  /** What waits is reason enough for a turn; `news`: all of it is wanted now. */
  startTurn(wanted: { readonly news: boolean }): boolean
  /** A turn is over: what it took and did not record is told with the next one. */
  returnUnrecorded(): void
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
    language: config.prompt.promptLanguage,
    newId: runtime.newId,
    now: () => runtime.now().getTime(),
    onChange: change => to.emit({ type: 'task', ...change }),
    onEnd: end => writeEnd(config, end),
    onNote: () => isOpen && to.onNote(),
  })
  const taken = new Map<string, Note>()
  return {
    registry: tasks,
    takeMessages: () =>
      tasks.takeNotes().map(note => {
        const message = noteMessage(note, runtime)
        taken.set(message.uuid, note)
        // Where the model is woken somebody looks on: what woke it stands above its answer.
        if ((config.wake || isForeign(note)) && note.shown !== undefined)
          to.emit(foreignNotice('info', note.shown))
        return message
      }),
    startTurn: ({ news }) =>
      ((news || config.wake === true) && tasks.hasNotes) ||
      (config.wakeForUrgent === true && tasks.hasUrgentNotes),
    returnUnrecorded() {
      taken.clear()
      tasks.returnNotes()
    },
    recorded({ uuid }) {
      const note = taken.get(uuid)
      if (note && taken.delete(uuid)) tasks.noteRecorded(note)
    },
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
          return history && tasks.list().length > 0
            ? await tellOthers(history, tasks.list(), config.prompt.promptLanguage)
            : []
        },
      },
    ],
    ops: { stop_task: ({ taskId }) => stopTask(tasks, taskId) },
    answers: {
      tasks: () => tasks.list(),
      pendingNotes: () => tasks.pendingNotes,
      untoldNotes: () => tasks.untold,
    },
    [Symbol.asyncDispose]: () => tasks[Symbol.asyncDispose](),
  }
}

/** What runs, or has ended, otherwise than these messages say. */
const tellOthers = async (
  history: readonly Message[],
  tasks: readonly TaskInfo[],
  language: PromptLanguage | undefined,
): Promise<readonly Attachment[]> => {
  const { endedTasks, runningTasks } = await import('../../features/tasks/running-tasks.ts')
  const { openTasks } = await import('../../features/tasks/lost-tasks.ts')
  const known = new Set(openTasks(history).map(({ id }) => id))
  const running = runningTasks(
    tasks.filter(({ id }) => !known.has(id)),
    language,
  )
  const ended = endedTasks(
    tasks.filter(({ id, status }) => known.has(id) && status !== 'running'),
    language,
  )
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
  const { lostNote, openTasks, untoldOf } = await import('../../features/tasks/lost-tasks.ts')
  const waitedFor = findAgentsOf(config.session.path, cutAgentCalls(history)).map(
    found => ({ ...found, isAgent: true }) as const,
  )
  const lost = [...openTasks(history), ...untoldOf(waitedFor, history)]
  if (lost.length === 0) return
  const { lastLines } = await import('../../features/tasks/output-reader.ts')
  const { readEndedTasks } = await import('../session-file/ended-tasks.ts')
  const ended = readEndedTasks(config.session.path, new Set(lost.map(({ id }) => id)))
  for (const task of lost) {
    const lastWords =
      task.isAgent && task.outputFile !== undefined
        ? lastLines(task.outputFile, resultsDirectory(config))
        : undefined
    const note = lostNote(task, lastWords, config.prompt.promptLanguage)
    tasks.notify(ended.get(task.id) ?? note, { startsNone: true })
  }
}

/** On request of a person or host: the model learns of it. */
const stopTask = async (tasks: TaskRegistry, id: string): Promise<void> => {
  if (!tasks.get(id)) throw new OpError(taskText('no_such', { id }))
  await tasks.stopAndTell(id)
}

/** Whoever looks on reads where it came from. */
const isForeign = ({ channel, peer }: Note): boolean => channel !== undefined || peer !== undefined

const originOf = ({
  mail,
  channel,
  peer,
  shown,
  taskId,
  ended,
}: Note): NonNullable<UserMessage['origin']> => {
  const localized = typeof shown === 'object' ? { localized: shown } : {}
  const cause = shown === undefined ? {} : { cause: inEnglish(shown), ...localized }
  if (channel !== undefined) return { kind: CHANNEL_ORIGIN, channel, ...cause }
  if (peer !== undefined) return { kind: PEER_ORIGIN, peer, ...cause }
  return {
    kind: 'task-notification',
    ...(mail === undefined ? {} : { mail }),
    // The end of a task; other lines are not shown again.
    ...(taskId === undefined || !ended ? {} : { localized: ended }),
  }
}

const noteMessage = (note: Note, runtime: Runtime): UserMessage => ({
  type: 'user',
  uuid: runtime.newId(),
  timestamp: runtime.now().toISOString(),
  message: { role: 'user', content: note.text },
  isMeta: true,
  origin: originOf(note),
})

/** At once: whoever takes the session up again after a crash tells the model how it ended, not that it was lost. */
const writeEnd = (
  { session, runtime }: TasksConfig,
  end: { readonly taskId: string; readonly text: string },
): void => {
  try {
    session.noteNow({ type: 'task-ended', sessionId: session.id, ...end })
  } catch (error) {
    // The model is told all the same; only a crash before that would lose the end.
    runtime.log?.(`The end of ${end.taskId} was not written down: ${errorText(error)}`)
  }
}
