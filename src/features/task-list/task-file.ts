import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import type { ListedTask, TaskStatus } from '../../protocol/task-list.ts'
import { ToolError } from '../../protocol/tool.ts'

const NAME = /^([1-9]\d{0,14})\.json$/
const HIGH_WATER_MARK = '.highwatermark'
const MAX_BYTES = 1024 * 1024
const STATUSES: readonly unknown[] = ['pending', 'in_progress', 'completed'] satisfies TaskStatus[]

/** By id, in the order they were made. Files that are not a task are passed over. */
export const readTasks = (directory: string): ReadonlyMap<string, ListedTask> => {
  const tasks = new Map<string, ListedTask>()
  for (const id of readIds(directory)) {
    const task = parseTask(id, readText(join(directory, `${id}.json`)))
    if (task) tasks.set(id, task)
  }
  return tasks
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
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    // Deleted since the directory was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

const parseTask = (id: string, text: string | undefined): ListedTask | undefined => {
  const value = parseJson(text)
  if (!isFields(value) || !STATUSES.includes(value['status'])) return undefined
  const { subject, description, activeForm, owner, blocks, blockedBy, metadata } = value
  if (typeof subject !== 'string' || typeof description !== 'string') return undefined
  return {
    id,
    subject,
    description,
    ...(typeof activeForm === 'string' ? { activeForm } : {}),
    status: value['status'] as TaskStatus,
    ...(typeof owner === 'string' ? { owner } : {}),
    blocks: isTexts(blocks) ? blocks : [],
    blockedBy: isTexts(blockedBy) ? blockedBy : [],
    ...(isFields(metadata) ? { metadata } : {}),
  }
}

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    // Written by somebody else, by hand: our own writes are whole.
    return undefined
  }
}

/** Throws before anything is written when the task could not be read again. */
export const checkSize = (task: Readonly<Record<string, unknown>>): void => {
  if (Buffer.byteLength(JSON.stringify(task)) > MAX_BYTES / 2)
    throw new ToolError(
      'The task is too long and nothing was changed: put long text into a file and name the file.',
    )
}

export const writeTask = (directory: string, task: ListedTask): void =>
  write(join(directory, `${task.id}.json`), `${JSON.stringify(task)}\n`)

export const deleteTask = (directory: string, id: string): void =>
  rmSync(join(directory, `${id}.json`), { force: true })

/** An id that was never given before, noted down before it is used. */
export const nextId = (directory: string): string => {
  const mark = Number(readText(join(directory, HIGH_WATER_MARK)) ?? 0)
  const used = Math.max(Number.isSafeInteger(mark) ? mark : 0, ...readIds(directory).map(Number))
  write(join(directory, HIGH_WATER_MARK), String(used + 1))
  return String(used + 1)
}

const write = (path: string, text: string): void =>
  writeFileAtomically(path, Buffer.from(text), { mode: 0o600 })
