import { type Message, plainText, toolUses, type UserMessage } from '../../protocol/message.ts'
import { taskText } from '../../protocol/messages/engine/tasks.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { noteText, oneLine } from './task-note.ts'

const says = modelTexts('lost_tasks', {
  member: {
    en: 'The program ended, and the team member {name} with it. SendMessage {address} lets it go on from where it stopped.',
    zh: '程序结束，团队成员 {name} 随之结束。用 SendMessage {address} 可让它从停下处继续。',
  },
  agent: {
    en: 'The program ended while the agent "{name}" worked, and the agent with it. SendMessage {address} lets it go on from where it stopped.',
    zh: '智能体“{name}”工作时程序结束，智能体随之结束。用 SendMessage {address} 可让它从停下处继续。',
  },
  unnamedAgent: {
    en: 'The program ended while this agent worked, and the agent with it. SendMessage {address} lets it go on from where it stopped.',
    zh: '此智能体工作时程序结束，智能体随之结束。用 SendMessage {address} 可让它从停下处继续。',
  },
  command: {
    en: 'The program ended while the background command "{name}" ran, and the command with it. Start it again if it is still needed.',
    zh: '后台命令“{name}”运行时程序结束，命令随之结束。如仍需要，请重新启动。',
  },
  task: {
    en: 'The program ended while the background task "{name}" ran, and the task with it. Start it again if it is still needed.',
    zh: '后台任务“{name}”运行时程序结束，任务随之结束。如仍需要，请重新启动。',
  },
  unnamedTask: {
    en: 'The program ended while this background task ran, and the task with it. Start it again if it is still needed.',
    zh: '此后台任务运行时程序结束，任务随之结束。如仍需要，请重新启动。',
  },
})

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
export const lostNote = (task: OpenTask, lastWords?: string, language?: PromptLanguage): string => {
  const { id, outputFile, toolUseId } = task
  return noteText([
    ['task-id', id],
    ['tool-use-id', toolUseId],
    ['status', 'killed'],
    ['summary', forModel(lossOf(task), language)],
    ['last-output', lastWords],
    ['output-file', outputFile],
  ])
}

const lossOf = (task: OpenTask): LocalizedText => {
  const { id, isAgent, member, command } = task
  const address = `{"to":"${id}"}`
  if (member !== undefined) return says('member', { name: oneLine(member), address })
  const text = textOf(task)
  const name = oneLine(text ?? '')
  if (isAgent)
    return text === undefined ? says('unnamedAgent', { address }) : says('agent', { name, address })
  if (text === undefined) return says('unnamedTask')
  return says(command === undefined ? 'task' : 'command', { name })
}

const textOf = ({ isAgent, command, description }: OpenTask): string | undefined =>
  isAgent ? description : (command ?? description)

const kindOf = ({ isAgent, command }: OpenTask): 'agent' | 'monitor' | 'shell' =>
  isAgent ? 'agent' : command === undefined ? 'monitor' : 'shell'

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
