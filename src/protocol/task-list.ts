/** A list of work items, kept in files and shared by all who name the same list. */

export type TaskStatus = 'pending' | 'in_progress' | 'completed'

export interface ListedTask {
  /** A number; never given twice. */
  readonly id: string
  readonly subject: string
  readonly description: string
  /** The subject as something going on, for a spinner. */
  readonly activeForm?: string
  readonly status: TaskStatus
  readonly owner?: string
  /** Tasks that wait for this one. */
  readonly blocks: readonly string[]
  /** Tasks this one waits for; finished ones no longer count. */
  readonly blockedBy: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface NewTask {
  readonly subject: string
  readonly description: string
  readonly activeForm?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface TaskChange extends Partial<NewTask> {
  readonly status?: TaskStatus | 'deleted'
  readonly owner?: string
  readonly addBlocks?: readonly string[]
  readonly addBlockedBy?: readonly string[]
}

export interface ChangedTask {
  readonly before: ListedTask
  /** Undefined: it was deleted. */
  readonly after: ListedTask | undefined
  /** Fields that have another value now. */
  readonly fields: readonly string[]
}

/** Every change is whole or did not happen. Refusals are ToolErrors: unknown ids, circles, a list that stays locked. */
export interface TaskList {
  create(task: NewTask): Promise<ListedTask>
  list(): Promise<readonly ListedTask[]>
  update(id: string, change: TaskChange): Promise<ChangedTask>
}

/** What somebody without work could begin: nobody has it, and it waits for nothing. */
export const nextTask = (tasks: readonly ListedTask[], owner?: string): ListedTask | undefined => {
  const open = tasks.filter(({ status, blockedBy }) => status === 'pending' && blockedBy.length === 0)
  return open.find(task => owner !== undefined && task.owner === owner) ?? open.find(task => !task.owner)
}
