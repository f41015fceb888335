import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LockBusyError, type LockOptions, withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { watchDirectory } from '../../lib/files/watch-directory.ts'
import { link, type TaskMap } from '../../protocol/agents/task-links.ts'
import type {
  ChangedTask,
  Claim,
  ClaimAnswer,
  ListedTask,
  SharedTaskList,
  TaskChange,
} from '../../protocol/agents/task-list.ts'
import {
  begin,
  changeTask,
  checkTaskSize,
  claimOrder,
  finish,
  judgeClaim,
  judgeCompletion,
  putBack,
  seenTasks,
  unfinishedOf,
} from '../../protocol/agents/task-rules.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { deleteTask, nextId, readTasks, type TaskCache, writeTask } from './task-file.ts'

const says = modelTexts('task_list', {
  busy: {
    en: 'The task list is busy and nothing was changed: {why} Try again.',
    zh: '任务列表正忙，没有更改任何内容：{why}请重试。',
  },
  notWritten: { en: 'The task list could not be written: {why}.', zh: '任务列表无法写入：{why}。' },
  ENOSPC: { en: 'the disk is full', zh: '磁盘已满' },
  EDQUOT: { en: 'the disk quota is used up', zh: '磁盘配额已用完' },
  EROFS: { en: 'its file system is read-only', zh: '文件系统只读' },
  EACCES: { en: 'its files may not be changed', zh: '没有权限修改其文件' },
  EIO: { en: 'the disk failed', zh: '磁盘故障' },
})

export interface TaskListOptions extends LockOptions {
  /** Of this one list; made when the first task is. */
  readonly directory: string
  /** How often a watch looks by itself. */
  readonly pollMs?: number
}

/** A list in files, one per task. Changes happen under a lock; readers need none, since every file is replaced whole. */
export const createTaskList = (options: TaskListOptions): SharedTaskList => {
  const { directory } = options
  const cache: TaskCache = new Map()
  const read = (): TaskMap => link(readTasks(directory, cache))
  const locked = <T>(act: () => T): Promise<T> => underLock(options, act)
  return {
    create: task =>
      locked(() => {
        checkTaskSize(task)
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
    list: async () => seenTasks(read()),
    update: (id, change) => locked(() => update(directory, id, change)),
    claim: (id, given) => locked(() => claim({ directory, tasks: read() }, id, given)),
    claimNext: owner =>
      locked(() => {
        const tasks = read()
        const [id] = claimOrder(tasks, owner)
        const answer = id === undefined ? undefined : claim({ directory, tasks }, id, { owner })
        return answer?.answer === 'claimed' ? answer.task : undefined
      }),
    complete: (id, owner) =>
      locked(() => {
        const tasks = read()
        const answer = judgeCompletion(tasks, id, owner)
        const task = tasks.get(id)
        if (answer.answer === 'completed' && task?.status !== 'completed' && task)
          writeTask(directory, finish(task))
        return answer
      }),
    release: owner =>
      locked(() => {
        const unfinished = unfinishedOf(read(), owner)
        for (const task of unfinished) writeTask(directory, putBack(task))
        return unfinished
      }),
    async watch(wake) {
      makeDirectories(directory, 0o700)
      return watchDirectory(directory, { wake, pollMs: options.pollMs ?? 1_000 })
    },
    async remove() {
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Many processes on a busy machine: each holds it for milliseconds, and all of them come by. */
const PATIENCE_MS = 30_000

/** Failures that somebody can do something about are told to whoever asked. */
const underLock = async <T>(options: TaskListOptions, act: () => T): Promise<T> => {
  try {
    makeDirectories(options.directory, 0o700)
    return await withFileLock(join(options.directory, '.lock'), act, { waitMs: PATIENCE_MS, ...options })
  } catch (error) {
    if (error instanceof LockBusyError) throw new ToolError(says('busy', { why: error.message }))
    const cause = DISK[(error as NodeJS.ErrnoException).code ?? '']
    throw cause === undefined ? error : new ToolError(says('notWritten', { why: cause }))
  }
}

const DISK: Readonly<Record<string, LocalizedText>> = {
  ENOSPC: says('ENOSPC'),
  EDQUOT: says('EDQUOT'),
  EROFS: says('EROFS'),
  EACCES: says('EACCES'),
  EIO: says('EIO'),
}

interface Tasks {
  readonly directory: string
  readonly tasks: TaskMap
}

const claim = ({ directory, tasks }: Tasks, id: string, given: Claim): ClaimAnswer => {
  const answer = judgeClaim(tasks, id, given)
  const task = tasks.get(id)
  if (answer.answer === 'claimed' && task) writeTask(directory, begin(task, given.owner))
  return answer
}

const update = (directory: string, id: string, change: TaskChange): ChangedTask => {
  const stored = readTasks(directory)
  const { tasks, ...changed } = changeTask(link(stored), id, change)
  save(directory, { id, stored, tasks })
  return changed
}

/**
 * The changed task first: with it the change is made, since a link counts when one end tells of it. Whatever happens
 * before the other ends are written, the next change writes them.
 */
const save = (
  directory: string,
  { id, stored, tasks }: { readonly id: string; readonly stored: TaskMap; readonly tasks: TaskMap },
): void => {
  const now = tasks.get(id)
  if (!now) deleteTask(directory, id)
  else if (!isDeepStrictEqual(stored.get(id), now)) writeTask(directory, now)
  try {
    for (const task of tasks.values())
      if (task.id !== id && !isDeepStrictEqual(stored.get(task.id), task)) writeTask(directory, task)
  } catch (error) {
    if (DISK[(error as NodeJS.ErrnoException).code ?? ''] === undefined) throw error
  }
}
