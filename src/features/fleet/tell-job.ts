import { randomUUID } from 'node:crypto'
import type { Fleet } from './fleet.ts'
import type { JobView } from './fold.ts'
import type { JobLog } from './job-log.ts'
import { sealBody } from './record.ts'
import { enqueue, type IndexRow, indexKey } from './submit.ts'

/** What an owner says about a job that is there already. */

const EMPTY = Buffer.alloc(0)

/** False: there was nothing left to stop. Whoever has it can neither go on nor answer any more. */
export const stopJob = async (fleet: Fleet, job: string): Promise<boolean> => {
  const log = fleet.log(job)
  await log.refresh()
  const isOpen = ({ state }: JobView): boolean => state === 'queued' || state === 'running'
  const said = await log.say('stop', EMPTY, { if: isOpen })
  if (said > 0) await noteState(fleet, job, 'stopped')
  return said > 0
}

/**
 * Begins it anew, from nothing. False: it runs. One that waits is put into the queue once more: whoever took it out may
 * never have begun it.
 */
export const retryJob = async (fleet: Fleet, job: string): Promise<boolean> => {
  const log = fleet.log(job)
  const { state, holder, leaseMs } = await log.refresh()
  const isLeft = state === 'running' && holder !== undefined && fleet.now() > holder.lastMs + 2 * leaseMs
  if (state === 'queued' || isLeft) return await queueAgain(fleet, log)
  const isOver = ({ state }: JobView): boolean => state !== 'queued' && state !== 'running'
  const said = await log.say('retry', EMPTY, { if: isOver })
  if (said === 0) return false
  if (!(await queueAgain(fleet, log))) return false
  await noteState(fleet, job, 'queued')
  return true
}

const queueAgain = async (fleet: Fleet, log: JobLog): Promise<boolean> => {
  const opened = fleet.open(log)
  if ('problem' in opened) return false
  const { owner, labels } = opened.order.facts
  const { attempt } = log.view
  await fleet.connection.run(async ({ stream }) => {
    await enqueue(stream, { id: log.job, owner, labels, attempt: `${attempt}-${randomUUID()}` })
  })
  return true
}

export interface AnswerOf {
  readonly job: string
  /** Of the question. */
  readonly id: string
  readonly allow: boolean
  readonly note?: string
}

/** Of several answers the first counts. */
export const answerJob = async (fleet: Fleet, { job, ...answer }: AnswerOf): Promise<void> => {
  const log = fleet.log(job)
  await log.refresh()
  const opened = fleet.open(log)
  if ('problem' in opened) throw new Error(`${job} cannot be answered: ${opened.problem}`)
  const head = { job, kind: 'answer', by: fleet.file.self.name, token: 0, n: '' } as const
  await log.say('answer', sealBody(answer, opened.key, head))
}

const noteState = async (fleet: Fleet, job: string, state: string): Promise<void> => {
  await fleet.index.change(indexKey(fleet.file.self.name, job), now => {
    const row = now ? (JSON.parse(now.text) as IndexRow) : { labels: [], at: fleet.now() }
    return JSON.stringify({ ...row, state })
  })
}
