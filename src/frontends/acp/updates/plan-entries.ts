import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk'
import type { Body, TasksBody } from '../../../protocol/messages/presentation.ts'

/** The steps the model works by: its to-do list, or the task list where it uses that. */
export class PlanEntries {
  readonly #tasks = new Map<string, PlanEntry>()

  /** What the result of a call changes about the plan; undefined: nothing. */
  after(body: Body | undefined): SessionUpdate | undefined {
    if (body?.type === 'todos') return planUpdate(body.todos.map(entryOf))
    if (body?.type !== 'tasks' || !this.#change(body)) return undefined
    return planUpdate([...this.#tasks.values()])
  }

  #change({ all, added, changed }: TasksBody): boolean {
    if (all) this.#tasks.clear()
    for (const task of all ?? (added ? [added] : [])) this.#tasks.set(task.id, entryOf(task))
    return all !== undefined || added !== undefined || (changed !== undefined && this.#update(changed))
  }

  #update({ id, content, status }: NonNullable<TasksBody['changed']>): boolean {
    const known = this.#tasks.get(id)
    if (!known) return false
    if (status === 'deleted') return this.#tasks.delete(id)
    this.#tasks.set(id, {
      ...known,
      ...(content === undefined ? {} : { content }),
      ...(status === undefined ? {} : { status }),
    })
    return true
  }
}

/** The to-do list as it stands, of a session that goes on; undefined: there is none. */
export const planOf = (
  todos: readonly { readonly content: string; readonly status: string }[],
): SessionUpdate | undefined => (todos.length === 0 ? undefined : planUpdate(todos.map(entryOf)))

const planUpdate = (entries: PlanEntry[]): SessionUpdate => ({ sessionUpdate: 'plan', entries })

const entryOf = ({ content, status }: { readonly content: string; readonly status: string }): PlanEntry => ({
  content,
  // Our lists know no other.
  priority: 'medium',
  status: status === 'completed' || status === 'in_progress' ? status : 'pending',
})
