import { isObject } from '../../lib/is-object.ts'
import type { Bucket } from '../../lib/nats/bucket.ts'
import type { BucketEntry } from '../../lib/nats/bucket-view.ts'
import { parseTask } from '../../protocol/agents/parse-task.ts'
import { type Link, link, type TaskMap } from '../../protocol/agents/task-links.ts'
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

const MARK = 'mark'
const LINKS = 'links'
const keyOf = (id: string): string => `task.${id}`

/**
 * A key for each task, one for all links, so that no circle can be closed by two at once, and one for the highest number
 * given. Every decision is made on one value and written only while it is still that value; whoever was too late
 * decides again.
 */
export const createNatsTasks = (bucket: Bucket): SharedTaskList => ({
  async create(task) {
    checkTaskSize(task)
    const id = await nextId(bucket)
    const made: ListedTask = { ...task, id, status: 'pending', blocks: [], blockedBy: [] }
    // The number is ours: if the key is there already, the answer to our own write was lost.
    await bucket.create(keyOf(id), textOf(made))
    return made
  },
  list: async () => seenTasks(await readTasks(bucket)),
  update: (id, change) => update(bucket, id, change),
  claim: async (id, given) => await claim({ bucket, tasks: await readTasks(bucket) }, id, given),
  async claimNext(owner) {
    const tasks = await readTasks(bucket)
    for (const id of claimOrder(tasks, owner)) {
      const answer = await claim({ bucket, tasks }, id, { owner })
      if (answer.answer === 'claimed') return answer.task
    }
    return undefined
  },
  async complete(id, owner) {
    const tasks = await readTasks(bucket)
    let answer = judgeCompletion(tasks, id, owner)
    await bucket.change(keyOf(id), now => {
      const task = now && taskOf(now)
      answer = judgeCompletion(withTask(tasks, id, task), id, owner)
      return answer.answer === 'completed' && task ? textOf(finish(task)) : undefined
    })
    return answer
  },
  async release(owner) {
    const released: ListedTask[] = []
    for (const { id } of unfinishedOf(await readTasks(bucket), owner)) {
      let before: ListedTask | undefined
      await bucket.change(keyOf(id), now => {
        const task = now && taskOf(now)
        const isTheirs = task?.owner === owner && task.status !== 'completed'
        if (isTheirs) before = task
        return isTheirs ? textOf(putBack(task)) : undefined
      })
      if (before) released.push(before)
    }
    return released
  },
  watch: wake => bucket.watch('>', wake),
  remove: () => bucket.destroy(),
})

/** A number that was never given before; one whose answer was lost is never used. */
const nextId = async (bucket: Bucket): Promise<string> => {
  const highest = async (): Promise<number> =>
    Math.max(0, ...(await bucket.all('task.')).map(({ key }) => Number(key.slice('task.'.length)) || 0))
  // Without a mark the list is new, or somebody damaged it.
  const least = Number((await bucket.get(MARK))?.text) > 0 ? 0 : await highest()
  const held = await bucket.change(MARK, now => String(Math.max(Number(now?.text) || 0, least) + 1))
  return held?.text ?? '1'
}

interface Read {
  readonly bucket: Bucket
  /** As they were a moment ago; the one in question is read again. */
  readonly tasks: TaskMap
}

const claim = async ({ bucket, tasks }: Read, id: string, given: Claim): Promise<ClaimAnswer> => {
  if (!tasks.has(id)) return { answer: 'gone' }
  let answer: ClaimAnswer = { answer: 'gone' }
  await bucket.change(keyOf(id), now => {
    const task = now && taskOf(now)
    answer = judgeClaim(withTask(tasks, id, task), id, given)
    return answer.answer === 'claimed' && task ? textOf(begin(task, given.owner)) : undefined
  })
  return answer
}

const update = async (bucket: Bucket, id: string, change: TaskChange): Promise<ChangedTask> => {
  const stored = await readTasks(bucket)
  // Refused before anything is written, on what was just read.
  let changed = changeTask(stored, id, change)
  if (change.status === 'deleted') {
    await bucket.delete(keyOf(id))
    return withoutTasks(changed)
  }
  const wanted = [
    ...(change.addBlocks ?? []).map(to => ({ from: id, to })),
    ...(change.addBlockedBy ?? []).map(from => ({ from, to: id })),
  ]
  if (wanted.length > 0)
    await bucket.change(LINKS, now => {
      const links = linksOf(now)
      const tasks = link(unlinked(stored), links)
      changed = changeTask(tasks, id, change)
      const more = wanted.filter(one => !links.some(other => other.from === one.from && other.to === one.to))
      return more.length === 0 ? undefined : JSON.stringify([...links, ...more])
    })
  const { addBlocks: _, addBlockedBy: __, ...own } = change
  await bucket.change(keyOf(id), now => {
    const task = now && taskOf(now)
    const tasks = withTask(stored, id, task)
    changed = changeTask(tasks, id, change)
    const after = changeTask(tasks, id, own).tasks.get(id)
    return after && textOf(after)
  })
  return withoutTasks(changed)
}

const withoutTasks = ({ before, after, fields }: ChangedTask): ChangedTask => ({ before, after, fields })

const readTasks = async (bucket: Bucket): Promise<TaskMap> => {
  const held = await bucket.all('')
  const tasks = held
    .flatMap(each => taskOf(each) ?? [])
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(task => [task.id, task] as const)
  return link(new Map(tasks), linksOf(held.find(({ key }) => key === LINKS)))
}

/** With the links that were read, and what is new about this one. */
const withTask = (tasks: TaskMap, id: string, task: ListedTask | undefined): TaskMap => {
  const now = new Map(tasks)
  const known = tasks.get(id)
  if (!task) now.delete(id)
  else now.set(id, { ...task, blocks: known?.blocks ?? [], blockedBy: known?.blockedBy ?? [] })
  return task ? now : link(now)
}

const unlinked = (tasks: TaskMap): TaskMap =>
  new Map([...tasks].map(([id, task]) => [id, { ...task, blocks: [], blockedBy: [] }]))

const taskOf = ({ key, text }: BucketEntry): ListedTask | undefined => {
  const id = /^task\.([1-9]\d{0,14})$/.exec(key)?.[1]
  const task = id === undefined ? undefined : parseTask(id, text)
  return task && { ...task, blocks: [], blockedBy: [] }
}

/** Links are elsewhere. */
const textOf = ({ blocks: _, blockedBy: __, ...task }: ListedTask): string => JSON.stringify(task)

const linksOf = (held: BucketEntry | undefined): readonly Link[] => {
  const list = parseList(held?.text)
  return list.flatMap(each => {
    const { from, to } = isObject(each) ? each : {}
    return typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : []
  })
}

const parseList = (text: string | undefined): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    // Not written by us.
    return []
  }
}
