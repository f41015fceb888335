import { type Message, plainText, type UserMessage } from '../../protocol/message.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { noteText } from './task-note.ts'

/** A task whose end the history does not tell. */
export interface OpenTask {
  readonly id: string
  readonly isAgent: boolean
  readonly outputFile?: string
  /** The call that waited for it. */
  readonly toolUseId?: string
}

/** They ended with the program that ran them: what started them, or said after a compaction that they ran, is the last word. */
export const openTasks = (history: readonly Message[]): readonly OpenTask[] => {
  const open = new Map<string, OpenTask>()
  for (const message of history) {
    if (message.type === 'attachment')
      for (const task of restatedTasks(message.attachment)) open.set(task.id, task)
    if (message.type !== 'user') continue
    const result = message.toolUseResult
    if (typeof result === 'object' && result !== null) noteResult(open, result)
    else if (open.size > 0 && message.isMeta) for (const id of endsToldIn(message)) open.delete(id)
  }
  return [...open.values()]
}

/** What tools that start, continue, read and stop tasks leave in the history. */
interface TaskResult {
  readonly backgroundTaskId?: unknown
  readonly persistedOutputPath?: unknown
  readonly task?: { readonly id?: unknown; readonly status?: unknown }
  readonly status?: unknown
  readonly agentId?: unknown
  readonly outputFile?: unknown
  readonly agent?: { readonly id?: unknown; readonly background?: unknown; readonly status?: unknown }
}

const noteResult = (open: Map<string, OpenTask>, result: TaskResult): void => {
  const { backgroundTaskId, persistedOutputPath, task, status, agentId, outputFile, agent } = result
  const add = (id: string, isAgent: boolean, file: unknown): void => {
    const known = typeof file === 'string' && file !== '' ? file : open.get(id)?.outputFile
    open.set(id, { id, isAgent, ...(known === undefined ? {} : { outputFile: known }) })
  }
  if (typeof backgroundTaskId === 'string') add(backgroundTaskId, false, persistedOutputPath)
  if (status === 'async_launched' && typeof agentId === 'string') add(agentId, true, outputFile)
  if (typeof agent?.id === 'string' && agent.background === true && agent.status === 'running')
    add(agent.id, true, undefined)
  if (task?.status !== undefined && task.status !== 'running') open.delete(String(task.id))
}

const restatedTasks = (attachment: {
  readonly kind: string
  readonly [key: string]: unknown
}): readonly OpenTask[] =>
  attachment.kind === 'running_tasks' && Array.isArray(attachment['tasks'])
    ? attachment['tasks'].flatMap((each: unknown) => {
        const { id, kind, outputFile } = Object(each) as Readonly<Record<string, unknown>>
        if (typeof id !== 'string') return []
        const file = typeof outputFile === 'string' ? { outputFile } : {}
        return [{ id, isAgent: AGENTS.includes(kind as TaskInfo['kind']), ...file }]
      })
    : []

const AGENTS: readonly TaskInfo['kind'][] = ['agent', 'teammate']

/** Of these tasks, the ones whose end is told nowhere in the history. */
export const untoldOf = (tasks: readonly OpenTask[], history: readonly Message[]): readonly OpenTask[] => {
  if (tasks.length === 0) return []
  const told = new Set(
    history.flatMap(message => (message.type === 'user' && message.isMeta ? endsToldIn(message) : [])),
  )
  return tasks.filter(({ id }) => !told.has(id))
}

const endsToldIn = ({ message: { content } }: UserMessage): readonly string[] => {
  const text = typeof content === 'string' ? content : plainText(content)
  return text
    .split('<task-notification>')
    .filter(note => note.includes('\n<status>'))
    .flatMap(note => /^\n<task-id>([^<]*)<\/task-id>\n/.exec(note)?.[1] ?? [])
}

/** `lastWords`: the end of what an agent had said and done. */
export const lostNote = ({ id, isAgent, outputFile, toolUseId }: OpenTask, lastWords?: string): string =>
  noteText([
    ['task-id', id],
    ['tool-use-id', toolUseId],
    ['status', 'killed'],
    [
      'summary',
      isAgent
        ? `The program ended while this agent worked, and the agent with it. SendMessage {"to":"${id}"} lets it go on from where it stopped.`
        : 'The program ended while this background task ran, and the task with it. Start it again if it is still needed.',
    ],
    ['last-output', lastWords],
    ['output-file', outputFile],
  ])
