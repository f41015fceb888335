import type { ListedTask } from '../../../protocol/agents/task-list.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { textTokens } from '../tokens.ts'

const says = modelTexts('carried_steps', {
  task: { en: 'task {id}: {subject}', zh: '任务 {id}：{subject}' },
  taskBy: { en: 'task {id}: {subject} (by {owner})', zh: '任务 {id}：{subject}（负责人 {owner}）' },
  taskWaits: {
    en: 'task {id}: {subject} (waits for {ids:list})',
    zh: '任务 {id}：{subject}（等待 {ids:list}）',
  },
  taskByWaits: {
    en: 'task {id}: {subject} (by {owner}, waits for {ids:list})',
    zh: '任务 {id}：{subject}（负责人 {owner}，等待 {ids:list}）',
  },
  finished: { en: '({count:number} finished)', zh: '（已完成 {count:number} 个）' },
  moreOpen: {
    en: '({count:number} more open steps not listed here)',
    zh: '（另有 {count:number} 个未完成的步骤没有列出）',
  },
})

export interface Step {
  readonly text: string
  readonly status: 'pending' | 'in_progress' | 'completed'
}

const MARK: Readonly<Record<Step['status'], string>> = {
  pending: '[ ]',
  in_progress: '[>]',
  completed: '[x]',
}

/** The list the model keeps for itself, as it comes from the session: unchecked. */
export const todoSteps = (todos: unknown): readonly Step[] =>
  Array.isArray(todos)
    ? todos.flatMap(({ content, status }: { readonly content?: unknown; readonly status?: unknown }) =>
        typeof content === 'string' && isStatus(status) ? [{ text: content, status }] : [],
      )
    : []

const isStatus = (value: unknown): value is Step['status'] =>
  typeof value === 'string' && Object.hasOwn(MARK, value)

export const taskSteps = (tasks: readonly ListedTask[], language?: PromptLanguage): readonly Step[] =>
  tasks.map(task => ({ text: forModel(nameOf(task), language), status: task.status }))

const nameOf = ({ id, subject, owner, blockedBy: ids }: ListedTask): LocalizedText => {
  if (ids.length === 0) return owner ? says('taskBy', { id, subject, owner }) : says('task', { id, subject })
  return owner ? says('taskByWaits', { id, subject, owner, ids }) : says('taskWaits', { id, subject, ids })
}

/** A list of which nothing is open says nothing. Finished steps go first when there is no room, then the last open ones. */
export const stepLines = (
  steps: readonly Step[],
  budget: number,
  language?: PromptLanguage,
): readonly string[] => {
  const open = steps.filter(({ status }) => status !== 'completed')
  if (open.length === 0) return []
  const whole = steps.map(lineOf)
  if (tokensOf(whole) <= budget) return whole
  const lines = open.map(lineOf)
  const done = steps.length - open.length
  const head = done === 0 ? [] : [forModel(says('finished', { count: done }), language)]
  let kept = lines.length
  while (kept > 1 && tokensOf([...head, ...lines.slice(0, kept)]) > budget) kept -= 1
  const gone = lines.length - kept
  return [
    ...head,
    ...lines.slice(0, kept),
    ...(gone === 0 ? [] : [forModel(says('moreOpen', { count: gone }), language)]),
  ]
}

const lineOf = ({ text, status }: Step): string => `${MARK[status]} ${text.replaceAll('\n', ' ')}`

const tokensOf = (lines: readonly string[]): number => textTokens(lines.join('\n'))
