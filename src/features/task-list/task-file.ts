import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { readStoredText, setAside } from '../../lib/files/stored-object.ts'
import { parseTask } from '../../protocol/agents/parse-task.ts'
import type { ListedTask } from '../../protocol/agents/task-list.ts'

const NAME = /^([1-9]\d{0,14})\.json$/
const HIGH_WATER_MARK = '.highwatermark'
const MAX_BYTES = 1024 * 1024

/** Tasks that were read before, by path: read again only when their file is another one. */
export type TaskCache = Map<string, { readonly stamp: string; readonly task: ListedTask | undefined }>

/** A file that changed so lately may change again without showing it in its times. */
const SETTLED_MS = 2_000

/** By id, in the order they were made. Files that are not a task are passed over. */
export const readTasks = (directory: string, cache?: TaskCache): ReadonlyMap<string, ListedTask> => {
  const tasks = new Map<string, ListedTask>()
  for (const id of readIds(directory)) {
    const task = readTask(id, join(directory, `${id}.json`), cache)
    if (task) tasks.set(id, task)
  }
  return tasks
}

const readTask = (id: string, path: string, cache?: TaskCache): ListedTask | undefined => {
  const stat = cache && statSync(path, { throwIfNoEntry: false })
  const stamp = stat && `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  const known = cache?.get(path)
  if (known && known.stamp === stamp) return known.task
  const task = parseTask(id, readText(path))
  if (stamp && Date.now() - stat.ctimeMs > SETTLED_MS) cache?.set(path, { stamp, task })
  else cache?.delete(path)
  return task
}

const readIds = (directory: string): readonly string[] =>
  list(directory)
    .map(name => NAME.exec(name)?.[1])
    .filter(id => id !== undefined)
    .sort((a, b) => Number(a) - Number(b))

const list = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    // Nothing was put on this list yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const readText = (path: string): string | undefined => {
  const read = readStoredText(path, { maxBytes: MAX_BYTES })
  return read.kind === 'text' ? read.text : undefined
}

export const writeTask = (directory: string, task: ListedTask): void =>
  write(join(directory, `${task.id}.json`), `${JSON.stringify(task)}\n`)

export const deleteTask = (directory: string, id: string): void =>
  rmSync(join(directory, `${id}.json`), { force: true })

/** An id that was never given before, noted down before it is used. */
export const nextId = (directory: string): string => {
  const file = join(directory, HIGH_WATER_MARK)
  const read = readStoredText(file, { maxBytes: MAX_BYTES })
  const mark = read.kind === 'text' && /^\s*\d+\s*$/.test(read.text) ? Number(read.text) : Number.NaN
  if (Number.isNaN(mark) && read.kind !== 'absent') setAside(file)
  const used = Math.max(Number.isSafeInteger(mark) ? mark : 0, ...readIds(directory).map(Number))
  write(file, String(used + 1))
  return String(used + 1)
}

const write = (path: string, text: string): void =>
  writeFileAtomically(path, Buffer.from(text), { mode: 0o600 })
