import { createHash } from 'node:crypto'
import { lstatSync, realpathSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredObject, type StoredOptions } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { isInside } from '../../lib/paths.ts'
import type { Schedule } from '../../protocol/agents/schedules.ts'
import { damageState } from '../../protocol/messages/host/stored-files.ts'

const MAX_BYTES = 1024 * 1024
const MAX_PROMPT = 50_000

/** A schedule of the project, with the file it stands in and what a yes to it is bound to. */
export interface DurableSchedule {
  readonly schedule: Schedule
  readonly file: string
  readonly sha256: string
}

/** Everything about it that decides what happens, and when. */
export const durableHash = (schedule: Pick<Schedule, 'time' | 'prompt' | 'recurring'>): string => {
  const { time, prompt, recurring } = schedule
  return createHash('sha256')
    .update(JSON.stringify([time, prompt, recurring]))
    .digest('hex')
}

/** Those of all files; a file that cannot be read has none. */
export const readDurable = (files: readonly string[]): readonly DurableSchedule[] =>
  files.flatMap(file =>
    tasksIn(file).flatMap(task => {
      const schedule = readTask(task)
      return schedule ? [{ schedule, file, sha256: durableHash(schedule) }] : []
    }),
  )

/** Names the content of the files as it is now: the same when nothing was written to them. */
export const durableMark = (files: readonly string[]): string =>
  files
    .map(file => {
      const facts = lstatSync(file, { throwIfNoEntry: false })
      return facts ? `${facts.ino}:${facts.size}:${facts.mtimeMs}` : '-'
    })
    .join(' ')

/** Changes the tasks of one file, and keeps all else in it. Throws what the disk throws, and Error for a link that leads out. */
export const changeDurable = (
  at: { readonly file: string; readonly root: string },
  change: (tasks: readonly unknown[]) => readonly unknown[],
): void => {
  makeDirectories(dirname(at.file))
  if (!isInside(realpathSync.native(dirname(at.file)), realpathSync.native(at.root), { caseSensitive: true }))
    throw new Error(`${dirname(at.file)} leads out of the project.`)
  const found = readStoredObject(at.file, DURABLE)
  if (found.kind === 'damaged')
    throw new Error(
      `${at.file} ${damageState(found.damage).text}. Repair it or move it away; nothing was changed.`,
    )
  const before = found.kind === 'object' ? found.value : {}
  const tasks = change(tasksOf(before))
  if (tasks.length === 0 && Object.keys(before).every(key => key === 'tasks'))
    rmSync(at.file, { force: true })
  else writeFileAtomically(at.file, Buffer.from(`${JSON.stringify({ ...before, tasks }, null, 2)}\n`), {})
}

export const toTask = ({ id, time, prompt, createdAt, recurring }: Schedule): unknown => ({
  id,
  cron: 'cron' in time ? time.cron : '',
  prompt,
  createdAt,
  ...(recurring ? { recurring } : {}),
})

export const taskId = (task: unknown): unknown => (isObject(task) ? task['id'] : undefined)

const tasksIn = (file: string): readonly unknown[] => {
  const read = lstatSync(file, { throwIfNoEntry: false })?.isFile()
    ? readStoredObject(file, DURABLE)
    : undefined
  return read?.kind === 'object' ? tasksOf(read.value) : []
}

const DURABLE: StoredOptions = { maxBytes: MAX_BYTES, accepts: ({ tasks = [] }) => Array.isArray(tasks) }

const tasksOf = ({ tasks }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(tasks) ? tasks : []

const readTask = (task: unknown): Schedule | undefined => {
  if (!isObject(task)) return undefined
  const { id, cron, prompt, createdAt, recurring } = task
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return undefined
  if (typeof cron !== 'string' || typeof prompt !== 'string' || typeof createdAt !== 'number')
    return undefined
  if (prompt === '' || prompt.length > MAX_PROMPT) return undefined
  return { id, time: { cron }, prompt, kind: 'cron', recurring: recurring === true, durable: true, createdAt }
}
