/** A list of work items, shared by all who name the same list. */

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
  /** Who makes the change, where that is known: nobody begins or ends what somebody else has. */
  readonly by?: string
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

export interface Claim {
  readonly owner: string
  /** Refused as `busy` to an owner who has another unfinished task; one owner asks one thing at a time. */
  readonly single?: boolean
}

export type ClaimAnswer =
  /** It is theirs and in progress, from now on or already. */
  | { readonly answer: 'claimed'; readonly task: ListedTask }
  | { readonly answer: 'already_claimed'; readonly owner: string }
  | { readonly answer: 'blocked'; readonly by: readonly string[] }
  | { readonly answer: 'busy'; readonly with: readonly string[] }
  /** There is nothing left to do: it was completed, deleted, or never there. */
  | { readonly answer: 'gone' }

export type CompleteAnswer =
  /** `unblocked`: what waits for nothing any more. */
  | { readonly answer: 'completed'; readonly task: ListedTask; readonly unblocked: readonly string[] }
  /** It was taken away from them meanwhile; absent owner: nobody has it. What they did must not count. */
  | { readonly answer: 'not_yours'; readonly owner?: string }
  | { readonly answer: 'gone' }

/** A list that several members work off. Everything here may be asked again after a failure without harm. */
export interface SharedTaskList extends TaskList {
  /** Atomic: of all who claim a task, one gets it. */
  claim(id: string, claim: Claim): Promise<ClaimAnswer>
  /** What to do next: first what the owner has begun already, then what is set aside for them, then what is free. */
  claimNext(owner: string): Promise<ListedTask | undefined>
  /** Only for whoever has it, and only once. */
  complete(id: string, owner: string): Promise<CompleteAnswer>
  /** Puts back what the owner has not finished, and says which, as they were. */
  release(owner: string): Promise<readonly ListedTask[]>
  /** Calls when something may have changed, at times when nothing did. Gives a function that ends it. */
  watch(wake: () => void): Promise<() => void>
  /** The list and all that is on it. */
  remove(): Promise<void>
}

/** What somebody without work could begin: nobody has it, and it waits for nothing. */
export const nextTask = (tasks: readonly ListedTask[], owner?: string): ListedTask | undefined => {
  const open = tasks.filter(({ status, blockedBy }) => status === 'pending' && blockedBy.length === 0)
  return open.find(task => owner !== undefined && task.owner === owner) ?? open.find(task => !task.owner)
}
