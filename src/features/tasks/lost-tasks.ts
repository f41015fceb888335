import { type Message, plainText, toolUses, type UserMessage } from '../../protocol/message.ts'
import { taskText } from '../../protocol/messages/engine/tasks.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { noteText, oneLine } from './task-note.ts'

/** A task whose end the history does not tell. */
export interface OpenTask {
  readonly id: string
  readonly isAgent: boolean
  readonly outputFile?: string
  /** The command it ran, or what it was described as; absent: the history does not say. */
  readonly command?: string
  readonly description?: string
  /** The call that waited for it. */
  readonly toolUseId?: string
  /** The name it has in a team. */
  readonly member?: string
}

/** They ended with the program that ran them: what started them, or said after a compaction that they ran, is the last word. */
export const openTasks = (history: readonly Message[]): readonly OpenTask[] => {
  const open = new Map<string, OpenTask>()
  const calls = new Map<string, unknown>()
  for (const message of history) {
    if (message.type === 'assistant')
      for (const { id, input } of toolUses(message.message.content)) calls.set(id, input)
    if (message.type === 'attachment')
      for (const task of restatedTasks(message.attachment)) open.set(task.id, task)
    if (message.type !== 'user') continue
    const result = message.toolUseResult
    if (typeof result === 'object' && result !== null)
      noteResult(open, result, namesIn(calls.get(resultId(message) ?? '')))
    else if (open.size > 0 && message.isMeta) for (const id of endsToldIn(message)) open.delete(id)
  }
  return [...open.values()]
}

const resultId = ({ message: { content } }: UserMessage): string | undefined =>
  typeof content === 'string'
    ? undefined
    : content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))[0]

type TaskNames = Pick<OpenTask, 'command' | 'description'>

/** Of the input of a call, or of what was said of a task when it ran. */
const namesIn = (fields: unknown): TaskNames => {
  const { command, description } = Object(fields) as Readonly<Record<string, unknown>>
  return {
    ...(typeof command === 'string' && command !== '' ? { command } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
  }
}

/** What tools that start, continue, read and stop tasks leave in the history. */
interface TaskResult {
  readonly backgroundTaskId?: unknown
  readonly persistedOutputPath?: unknown
  readonly task?: { readonly id?: unknown; readonly status?: unknown }
  readonly status?: unknown
  readonly agentId?: unknown
  readonly outputFile?: unknown
  readonly name?: unknown
  readonly agent?: { readonly id?: unknown; readonly background?: unknown; readonly status?: unknown }
}

const noteResult = (open: Map<string, OpenTask>, result: TaskResult, names: TaskNames): void => {
  const { backgroundTaskId, persistedOutputPath, task, status, agentId, outputFile, agent, name } = result
  const add = (id: string, isAgent: boolean, file: unknown): void => {
    const known = typeof file === 'string' && file !== '' ? file : open.get(id)?.outputFile
    const outputFile = known === undefined ? {} : { outputFile: known }
    open.set(id, { ...namesIn(open.get(id)), ...names, id, isAgent, ...outputFile })
  }
  if (typeof backgroundTaskId === 'string') add(backgroundTaskId, false, persistedOutputPath)
  if (status === 'async_launched' && typeof agentId === 'string') add(agentId, true, outputFile)
  if (status === 'teammate_spawned' && typeof agentId === 'string') {
    add(agentId, true, outputFile)
    open.set(agentId, {
      ...(open.get(agentId) as OpenTask),
      ...(typeof name === 'string' ? { member: name } : {}),
    })
  }
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
        return [{ ...namesIn(each), id, isAgent: AGENTS.includes(kind as TaskInfo['kind']), ...file }]
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
export const lostNote = (task: OpenTask, lastWords?: string): string => {
  const { id, isAgent, outputFile, toolUseId, member } = task
  const name = nameOf(task)
  return noteText([
    ['task-id', id],
    ['tool-use-id', toolUseId],
    ['status', 'killed'],
    [
      'summary',
      member !== undefined
        ? `The program ended, and the team member ${oneLine(member)} with it. SendMessage {"to":"${id}"} lets it go on from where it stopped.`
        : isAgent
          ? `The program ended while ${name ? `the ${name}` : 'this agent'} worked, and the agent with it. SendMessage {"to":"${id}"} lets it go on from where it stopped.`
          : `The program ended while ${name ? `the background ${name}` : 'this background task'} ran, and the ${task.command === undefined ? 'task' : 'command'} with it. Start it again if it is still needed.`,
    ],
    ['last-output', lastWords],
    ['output-file', outputFile],
  ])
}

const textOf = ({ isAgent, command, description }: OpenTask): string | undefined =>
  isAgent ? description : (command ?? description)

const kindOf = ({ isAgent, command }: OpenTask): 'agent' | 'monitor' | 'shell' =>
  isAgent ? 'agent' : command === undefined ? 'monitor' : 'shell'

const nameOf = (task: OpenTask): string | undefined => {
  const text = textOf(task)
  return text === undefined ? undefined : `${taskText(kindOf(task)).text} "${oneLine(text)}"`
}

/** For the person, each in a sentence. */
export const lostSentences = (tasks: readonly OpenTask[]): readonly LocalizedText[] => {
  const named = tasks.flatMap(task => {
    const text = textOf(task)
    if (text === undefined) return []
    const what = taskText('task', { kind: taskText(kindOf(task)), description: oneLine(text) })
    return [taskText('ended_with_program', { task: what })]
  })
  const rest = tasks.length - Math.min(named.length, MOST_NAMED)
  if (rest === 0) return named
  return [
    ...named.slice(0, MOST_NAMED),
    taskText(named.length === 0 ? 'some_ended' : 'more_ended', { count: rest }),
  ]
}

const MOST_NAMED = 5
