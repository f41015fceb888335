import type { Fleet, OpenedJob } from '../../features/fleet/fleet.ts'
import type { JobLog } from '../../features/fleet/job-log.ts'
import { isJobId, objectsOf } from '../../features/fleet/names.ts'
import { openBody } from '../../features/fleet/record.ts'
import { type JobResult, MAX_PIECE, type Piece } from '../../features/fleet/result.ts'
import { isObject } from '../../lib/is-object.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { ExitError } from '../exit-error.ts'

/** A job of ours, read whole. */
export interface ReadJob {
  readonly log: JobLog
  readonly job: OpenedJob
  readonly result?: JobResult
}

/** A sentence where there is none, or where it is nobody's we know. */
export const readJob = async (fleet: Fleet, id: string): Promise<ReadJob> => {
  if (!isJobId(id)) throw new ExitError(2, fleetText('bad_job_id', { id }))
  const log = fleet.log(id)
  const { result, order } = await log.refresh()
  if (!order) throw new ExitError(1, fleetText('no_job', { id }))
  const job = fleet.open(log)
  if ('problem' in job)
    throw new ExitError(
      1,
      fleetText('cannot_read', { job: id, why: fleetText(job.problem, { field: job.field ?? '' }) }),
    )
  const read = result && resultOf(openBody(result, job.key), result.head.by)
  return { log, job, ...(read ? { result: read } : {}) }
}

/** A worker may lie about what it did, not about what it looks like. */
const resultOf = (value: unknown, worker: string): JobResult | undefined => {
  if (!isObject(value)) return undefined
  const { outcome, answer, usd, files, why } = value
  if ((outcome !== 'done' && outcome !== 'failed') || typeof answer !== 'string') return undefined
  if (typeof usd !== 'number' || !Number.isFinite(usd) || usd < 0 || !Array.isArray(files)) return undefined
  if (why !== undefined && typeof why !== 'string') return undefined
  return { ...(value as unknown as JobResult), worker }
}

/** Of its own store alone, and no more than was said. */
export const readPiece = async (
  fleet: Fleet,
  { job, result }: { readonly job: OpenedJob; readonly result: JobResult },
  piece: Piece,
): Promise<Buffer> => {
  if (typeof piece.data === 'string') return Buffer.from(piece.data, 'base64')
  if (piece.ref?.store !== objectsOf(result.worker)) throw new ExitError(1, fleetText('foreign_piece'))
  return await fleet.objects.get(piece.ref, job.key, MAX_PIECE)
}
