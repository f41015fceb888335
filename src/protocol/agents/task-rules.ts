import { isDeepStrictEqual } from 'node:util'
import type { LocalizedText } from '../messages/localized-text.ts'
import { modelTexts } from '../messages/model-texts.ts'
import { ToolError } from '../tool.ts'
import { findCircle, type Link, link, type TaskMap, withOpenBlockers } from './task-links.ts'
import {
  type ChangedTask,
  type Claim,
  type ClaimAnswer,
  type CompleteAnswer,
  type ListedTask,
  nextTask,
  type TaskChange,
} from './task-list.ts'

const says = modelTexts('task_rules', {
  tooLong: {
    en: 'The task is too long and nothing was changed: put long text into a file and name the file.',
    zh: '任务过长，没有更改任何内容：请把长文本放进文件，并写明文件名。',
  },
  empty: { en: 'The list is empty.', zh: '列表为空。' },
  there: { en: 'There are: {ids}.', zh: '现有：{ids}。' },
  none: {
    en: 'There is no task {id}. Nothing was changed. {known}',
    zh: '没有任务 {id}。没有更改任何内容。{known}',
  },
  claimed: {
    en: 'Task {id} is already claimed by {owner}. Nothing was changed. {free} To take it over, its owner has to give it back (owner "").',
    zh: '任务 {id} 已由 {owner} 认领。没有更改任何内容。{free}要接手，须由其所有者交还（owner ""）。',
  },
  blocked: {
    en: 'Task {id} is blocked: it waits for {blockers}. Nothing was changed. {free}',
    zh: '任务 {id} 被阻塞：它在等待 {blockers}。没有更改任何内容。{free}',
  },
  free: { en: 'Free is {id}. {subject}.', zh: '可接手的是 {id}. {subject}。' },
  noneFree: { en: 'No other task is free.', zh: '没有其他可接手的任务。' },
  circle: {
    en: 'Nothing was changed: task {from} cannot block task {to}, they would wait for each other ({circle}).',
    zh: '没有更改任何内容：任务 {from} 不能阻塞任务 {to}，否则它们会互相等待（{circle}）。',
  },
})

/** What is decided about a list, wherever it is kept: pure functions from the tasks as they are. */

const MAX_TASK_BYTES = 512 * 1024

/** Throws before anything is written when the task could not be read again. */
export const checkTaskSize = (task: object): void => {
  if (Buffer.byteLength(JSON.stringify(task)) > MAX_TASK_BYTES) throw new ToolError(says('tooLong'))
}

/** As others see them. */
export const seenTasks = (tasks: TaskMap): readonly ListedTask[] =>
  [...tasks.values()].map(task => withOpenBlockers(task, tasks))

export interface TaskUpdate extends ChangedTask {
  /** All of them, with the change. */
  readonly tasks: TaskMap
}

/** `tasks` have both ends of every link. */
export const changeTask = (tasks: TaskMap, id: string, change: TaskChange): TaskUpdate => {
  const task = findTask(tasks, id)
  const before = withOpenBlockers(task, tasks)
  if (change.status === 'deleted') {
    const rest = link(new Map([...tasks].filter(([other]) => other !== id)))
    return { before, after: undefined, fields: ['deleted'], tasks: rest }
  }
  checkOwner(task, change, tasks)
  checkBlockers(before, change, tasks)
  const merged = merge(task, change)
  checkTaskSize(merged)
  const now = addLinks(new Map(tasks).set(id, merged), [
    ...(change.addBlocks ?? []).map(to => ({ from: id, to })),
    ...(change.addBlockedBy ?? []).map(from => ({ from, to: id })),
  ])
  const after = findTask(now, id)
  return { before, after: withOpenBlockers(after, now), fields: changedFields(task, after), tasks: now }
}

const findTask = (tasks: TaskMap, id: string): ListedTask => {
  const task = tasks.get(id)
  if (task) return task
  const known = tasks.size === 0 ? says('empty') : says('there', { ids: [...tasks.keys()].join(', ') })
  throw new ToolError(says('none', { id, known }))
}

/** Whoever came first has it, until they give it back with an empty owner or it is done. */
const checkOwner = (task: ListedTask, { owner, by, status }: TaskChange, tasks: TaskMap): void => {
  const takes = owner || (status === 'in_progress' || status === 'completed' ? by : undefined)
  if (!takes || !task.owner || task.owner === takes || task.status === 'completed') return
  throw new ToolError(says('claimed', { id: task.id, owner: task.owner, free: freeHint(tasks) }))
}

/** A member of a team begins and ends nothing that waits for others; `before` has its open blockers. */
const checkBlockers = (before: ListedTask, { by, status }: TaskChange, tasks: TaskMap): void => {
  const begins = status === 'in_progress' || status === 'completed'
  if (by === undefined || !begins || before.status !== 'pending' || before.blockedBy.length === 0) return
  throw new ToolError(
    says('blocked', { id: before.id, blockers: before.blockedBy.join(', '), free: freeHint(tasks) }),
  )
}

const freeHint = (tasks: TaskMap): LocalizedText => {
  const free = nextTask(seenTasks(tasks))
  return free ? says('free', { id: free.id, subject: free.subject }) : says('noneFree')
}

const merge = (task: ListedTask, change: TaskChange): ListedTask => {
  const { addBlocks: _, addBlockedBy: __, by, metadata, status, ...plain } = change
  const begun = by && status === 'in_progress' && !task.owner ? { owner: by } : {}
  const { owner, ...unowned } = {
    ...task,
    ...begun,
    ...plain,
    ...(status && status !== 'deleted' ? { status } : {}),
  }
  const merged = owner ? { ...unowned, owner } : unowned
  if (!metadata) return merged
  const kept = Object.entries({ ...task.metadata, ...metadata }).filter(([, value]) => value !== null)
  return { ...merged, metadata: Object.fromEntries(kept) }
}

const addLinks = (tasks: TaskMap, links: readonly Link[]): TaskMap => {
  let now = tasks
  for (const one of links) {
    findTask(now, one.from)
    findTask(now, one.to)
    const circle = findCircle(now, one)
    if (circle)
      throw new ToolError(says('circle', { from: one.from, to: one.to, circle: circle.join(' → ') }))
    now = link(now, [one])
  }
  return now
}

const changedFields = (before: ListedTask, after: ListedTask): readonly string[] =>
  (
    ['subject', 'description', 'activeForm', 'status', 'owner', 'blocks', 'blockedBy', 'metadata'] as const
  ).filter(key => !isDeepStrictEqual(before[key], after[key]))

/** What a claim comes to. */
export const judgeClaim = (tasks: TaskMap, id: string, { owner, single }: Claim): ClaimAnswer => {
  const stored = tasks.get(id)
  if (!stored || stored.status === 'completed') return { answer: 'gone' }
  const task = withOpenBlockers(stored, tasks)
  const claimed = { answer: 'claimed', task: begin(task, owner) } as const
  if (task.owner === owner && task.status === 'in_progress') return claimed
  if (task.owner && task.owner !== owner) return { answer: 'already_claimed', owner: task.owner }
  if (task.blockedBy.length > 0) return { answer: 'blocked', by: task.blockedBy }
  const others = [...tasks.values()].filter(
    other => other.owner === owner && other.status === 'in_progress' && other.id !== id,
  )
  return single && others.length > 0 ? { answer: 'busy', with: others.map(other => other.id) } : claimed
}

/** Ids worth a claim, best first. */
export const claimOrder = (tasks: TaskMap, owner: string): readonly string[] => {
  const seen = seenTasks(tasks)
  const begun = seen.filter(task => task.owner === owner && task.status === 'in_progress')
  const open = seen.filter(task => task.status === 'pending' && task.blockedBy.length === 0)
  const mine = open.filter(task => task.owner === owner)
  const free = open.filter(task => !task.owner)
  return [...begun, ...mine, ...free].map(task => task.id)
}

/** What a completion comes to. */
export const judgeCompletion = (tasks: TaskMap, id: string, owner: string): CompleteAnswer => {
  const task = tasks.get(id)
  if (!task) return { answer: 'gone' }
  if (task.owner !== owner) return { answer: 'not_yours', ...(task.owner ? { owner: task.owner } : {}) }
  if (task.status === 'pending') return { answer: 'not_yours' }
  const done = finish(task)
  const after = new Map(tasks).set(id, done)
  const unblocked = task.blocks.filter(
    other =>
      after.get(other)?.status !== 'completed' &&
      after.get(other)?.blockedBy.every(blocker => after.get(blocker)?.status === 'completed'),
  )
  return { answer: 'completed', task: withOpenBlockers(done, after), unblocked }
}

export const begin = (task: ListedTask, owner: string): ListedTask => ({
  ...task,
  owner,
  status: 'in_progress',
})

export const finish = (task: ListedTask): ListedTask => ({ ...task, status: 'completed' })

/** What an owner has not finished: begun, or set aside for them. */
export const unfinishedOf = (tasks: TaskMap, owner: string): readonly ListedTask[] =>
  [...tasks.values()].filter(task => task.owner === owner && task.status !== 'completed')

/** The task as nobody has it. */
export const putBack = ({ owner: _, ...task }: ListedTask): ListedTask => ({ ...task, status: 'pending' })
