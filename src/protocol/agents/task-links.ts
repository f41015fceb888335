import type { ListedTask } from './task-list.ts'

export type TaskMap = ReadonlyMap<string, ListedTask>

/** `from` has to be finished before `to`. */
export interface Link {
  readonly from: string
  readonly to: string
}

/** A link counts when either end tells of it and both exist: a change that broke off in the middle is made whole. */
const linksOf = (tasks: TaskMap): readonly Link[] =>
  [...tasks.values()]
    .flatMap(task => [
      ...task.blocks.map(to => ({ from: task.id, to })),
      ...task.blockedBy.map(from => ({ from, to: task.id })),
    ])
    .filter(({ from, to }) => from !== to && tasks.has(from) && tasks.has(to))

/** The same tasks with both ends of every link in step, and `more` links beside those they have. */
export const link = (tasks: TaskMap, more: readonly Link[] = []): TaskMap => {
  const links = [...linksOf(tasks), ...more]
  const ends = (ids: readonly string[]): readonly string[] =>
    [...new Set(ids)].sort((a, b) => Number(a) - Number(b))
  return new Map(
    [...tasks.values()].map(task => [
      task.id,
      {
        ...task,
        blocks: ends(links.filter(({ from }) => from === task.id).map(({ to }) => to)),
        blockedBy: ends(links.filter(({ to }) => to === task.id).map(({ from }) => from)),
      },
    ]),
  )
}

/** The ids on the way round that this link would close, its own beginning first and last. */
export const findCircle = (tasks: TaskMap, { from, to }: Link): readonly string[] | undefined => {
  if (from === to) return [from, to]
  const cameFrom = new Map<string, string>([[to, from]])
  const open = [to]
  for (let at = open.shift(); at !== undefined; at = open.shift())
    for (const next of tasks.get(at)?.blocks ?? []) {
      if (next === from) return [...wayBack(cameFrom, at, from), from]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      open.push(next)
    }
  return undefined
}

const wayBack = (cameFrom: ReadonlyMap<string, string>, end: string, start: string): readonly string[] => {
  const way = [end]
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start
    way.unshift(at)
  }
  return way
}

/** As others see it: a finished task no longer holds up those that wait for it. */
export const withOpenBlockers = (task: ListedTask, tasks: TaskMap): ListedTask => ({
  ...task,
  blockedBy: task.blockedBy.filter(id => tasks.get(id)?.status !== 'completed'),
})
