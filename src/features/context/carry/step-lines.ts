import type { ListedTask } from '../../../protocol/agents/task-list.ts'
import { textTokens } from '../tokens.ts'

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

export const taskSteps = (tasks: readonly ListedTask[]): readonly Step[] =>
  tasks.map(({ id, subject, status, owner, blockedBy }) => {
    const more = [
      ...(owner ? [`by ${owner}`] : []),
      ...(blockedBy.length > 0 ? [`waits for ${blockedBy.join(', ')}`] : []),
    ]
    return { text: `task ${id}: ${subject}${more.length > 0 ? ` (${more.join(', ')})` : ''}`, status }
  })

/** A list of which nothing is open says nothing. Finished steps go first when there is no room, then the last open ones. */
export const stepLines = (steps: readonly Step[], budget: number): readonly string[] => {
  const open = steps.filter(({ status }) => status !== 'completed')
  if (open.length === 0) return []
  const whole = steps.map(lineOf)
  if (tokensOf(whole) <= budget) return whole
  const lines = open.map(lineOf)
  const done = steps.length - open.length
  const head = done === 0 ? [] : [`(${done} finished)`]
  let kept = lines.length
  while (kept > 1 && tokensOf([...head, ...lines.slice(0, kept)]) > budget) kept -= 1
  const gone = lines.length - kept
  return [
    ...head,
    ...lines.slice(0, kept),
    ...(gone === 0 ? [] : [`(${gone} more open steps not listed here)`]),
  ]
}

const lineOf = ({ text, status }: Step): string => `${MARK[status]} ${text.replaceAll('\n', ' ')}`

const tokensOf = (lines: readonly string[]): number => textTokens(lines.join('\n'))
