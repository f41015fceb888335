import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LockBusyError, type LockOptions, withFileLock } from '../../lib/file-lock.ts'
import { makeDirectories } from '../../lib/make-directories.ts'
import {
  type ChangedTask,
  type ListedTask,
  nextTask,
  type TaskChange,
  type TaskList,
} from '../../protocol/task-list.ts'
import { ToolError } from '../../protocol/tool.ts'
import { findCircle, type Link, link, type TaskMap, withOpenBlockers } from './links.ts'
import { checkSize, deleteTask, nextId, readTasks, writeTask } from './task-file.ts'

export interface TaskListOptions extends LockOptions {
  /** Of this one list; made when the first task is. */
  readonly directory: string
}

/** A list in files, one per task. Changes happen under a lock; readers need none, since every file is replaced whole. */
export const createTaskList = (options: TaskListOptions): TaskList => {
  const { directory } = options
  const locked = async <T>(act: () => T): Promise<T> => {
    makeDirectories(directory, 0o700)
    try {
      return await withFileLock(join(directory, '.lock'), act, options)
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error
      throw new ToolError(`The task list is busy and nothing was changed: ${error.message} Try again.`)
    }
  }
  return {
    create: task =>
      locked(() => {
        checkSize({ ...task })
        const made: ListedTask = {
          ...task,
          id: nextId(directory),
          status: 'pending',
          blocks: [],
          blockedBy: [],
        }
        writeTask(directory, made)
        return made
      }),
    async list() {
      const tasks = link(readTasks(directory))
      return [...tasks.values()].map(task => withOpenBlockers(task, tasks))
    },
    update: (id, change) => locked(() => update(directory, id, change)),
  }
}

const update = (directory: string, id: string, change: TaskChange): ChangedTask => {
  const stored = readTasks(directory)
  const tasks = link(stored)
  const task = find(tasks, id)
  const before = withOpenBlockers(task, tasks)
  if (change.status === 'deleted') {
    save(directory, stored, link(new Map([...tasks].filter(([other]) => other !== id))))
    deleteTask(directory, id)
    return { before, after: undefined, fields: ['deleted'] }
  }
  checkOwner(task, change, tasks)
  const merged = merge(task, change)
  checkSize({ ...merged })
  const changed = new Map(tasks).set(id, merged)
  const now = addLinks(changed, [
    ...(change.addBlocks ?? []).map(to => ({ from: id, to })),
    ...(change.addBlockedBy ?? []).map(from => ({ from, to: id })),
  ])
  save(directory, stored, now)
  const after = find(now, id)
  return { before, after: withOpenBlockers(after, now), fields: changedFields(task, after) }
}

const find = (tasks: TaskMap, id: string): ListedTask => {
  const task = tasks.get(id)
  if (task) return task
  const known = tasks.size === 0 ? 'The list is empty.' : `There are: ${[...tasks.keys()].join(', ')}.`
  throw new ToolError(`There is no task ${id}. Nothing was changed. ${known}`)
}

/** Whoever came first has it, until they give it back with an empty owner or it is done. */
const checkOwner = (task: ListedTask, { owner }: TaskChange, tasks: TaskMap): void => {
  if (!owner || !task.owner || task.owner === owner || task.status === 'completed') return
  const free = nextTask([...tasks.values()].map(each => withOpenBlockers(each, tasks)))
  const hint = free ? `Free is ${free.id}. ${free.subject}.` : 'No other task is free.'
  throw new ToolError(
    `Task ${task.id} is already claimed by ${task.owner}. Nothing was changed. ${hint} To take it over, its owner has to give it back (owner "").`,
  )
}

const merge = (task: ListedTask, change: TaskChange): ListedTask => {
  const { addBlocks: _, addBlockedBy: __, metadata, status, ...plain } = change
  const { owner, ...unowned } = { ...task, ...plain, ...(status && status !== 'deleted' ? { status } : {}) }
  const merged = owner ? { ...unowned, owner } : unowned
  if (!metadata) return merged
  const kept = Object.entries({ ...task.metadata, ...metadata }).filter(([, value]) => value !== null)
  return { ...merged, metadata: Object.fromEntries(kept) }
}

const addLinks = (tasks: TaskMap, links: readonly Link[]): TaskMap => {
  let now = tasks
  for (const one of links) {
    find(now, one.from)
    find(now, one.to)
    const circle = findCircle(now, one)
    if (circle)
      throw new ToolError(
        `Nothing was changed: task ${one.from} cannot block task ${one.to}, they would wait for each other (${circle.join(' → ')}).`,
      )
    now = link(now, [one])
  }
  return now
}

const save = (directory: string, stored: TaskMap, now: TaskMap): void => {
  for (const task of now.values())
    if (!isDeepStrictEqual(stored.get(task.id), task)) writeTask(directory, task)
}

const changedFields = (before: ListedTask, after: ListedTask): readonly string[] =>
  (
    ['subject', 'description', 'activeForm', 'status', 'owner', 'blocks', 'blockedBy', 'metadata'] as const
  ).filter(key => !isDeepStrictEqual(before[key], after[key]))
