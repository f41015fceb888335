import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk'
import { field, listField, textField } from '../../../lib/values/read-field.ts'

/** The steps the model works by: its to-do list, or the task list where it uses that. */
export class PlanEntries {
  readonly #tasks = new Map<string, PlanEntry>()

  /** What the result of a call changes about the plan; undefined: nothing. */
  after(name: string, input: unknown, output: unknown): SessionUpdate | undefined {
    if (name === 'TodoWrite') return planUpdate(listField(input, 'todos').map(entryOf))
    if (!this.#change(name, input, output)) return undefined
    return planUpdate([...this.#tasks.values()])
  }

  #change(name: string, input: unknown, output: unknown): boolean {
    if (name === 'TaskCreate') return this.#add(field(output, 'task'))
    if (name === 'TaskUpdate') return this.#update(input, output)
    if (name !== 'TaskList' || !Array.isArray(field(output, 'tasks'))) return false
    this.#tasks.clear()
    for (const task of listField(output, 'tasks')) this.#add(task)
    return true
  }

  #add(task: unknown): boolean {
    const id = textField(task, 'id')
    if (id === undefined) return false
    this.#tasks.set(id, entryOf(task))
    return true
  }

  #update(input: unknown, output: unknown): boolean {
    const id = textField(output, 'taskId') ?? ''
    const known = this.#tasks.get(id)
    const status = textField(field(output, 'statusChange'), 'to')
    const subject = textField(input, 'subject')
    if (!known) return false
    if (status === 'deleted') return this.#tasks.delete(id)
    this.#tasks.set(id, {
      ...known,
      ...(subject === undefined ? {} : { content: subject }),
      ...(status === undefined ? {} : { status: statusOf(status) }),
    })
    return true
  }
}

/** The to-do list as it stands, of a session that goes on; undefined: there is none. */
export const planOf = (
  todos: readonly { readonly content: string; readonly status: string }[],
): SessionUpdate | undefined => (todos.length === 0 ? undefined : planUpdate(todos.map(entryOf)))

const planUpdate = (entries: PlanEntry[]): SessionUpdate => ({ sessionUpdate: 'plan', entries })

const entryOf = (value: unknown): PlanEntry => ({
  content: textField(value, 'content') ?? textField(value, 'subject') ?? '',
  // Our lists know no other.
  priority: 'medium',
  status: statusOf(textField(value, 'status')),
})

const statusOf = (status: string | undefined): PlanEntry['status'] =>
  status === 'completed' || status === 'in_progress' ? status : 'pending'
