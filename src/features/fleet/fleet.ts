import { type Bucket, createBucket } from '../../lib/nats/bucket.ts'
import type { Connection } from '../../lib/nats/connection.ts'
import { openKeyRing } from './identity.ts'
import { type JobOrder, type JobWork, readOrder, readWork } from './job.ts'
import { type JobLog, openJobLog } from './job-log.ts'
import type { MemberFile } from './member-file.ts'
import { INDEX, LIMITS, MONEY, OBJECTS_IN, objectsOf, WORKERS } from './names.ts'
import { type Objects, openObjects } from './objects.ts'
import { openBody, sealBody } from './record.ts'
import { jobKey, unwrapKey } from './seal.ts'

export interface FleetOptions {
  readonly file: MemberFile
  readonly connection: Connection
  now(): number
}

/** The fleet as one of its members sees it. */
export interface Fleet {
  readonly file: MemberFile
  readonly connection: Connection
  readonly index: Bucket
  readonly workers: Bucket
  readonly money: Bucket
  readonly limits: Bucket
  readonly objects: Objects
  readonly ring: ReturnType<typeof openKeyRing>
  /** What is known of a job; nothing is read yet. */
  log(job: string): JobLog
  /** What a job is, for those it is for; a word about why not. */
  open(
    log: JobLog,
  ):
    | OpenedJob
    | { readonly problem: 'no_order' | 'not_for_us' | 'damaged' | 'invalid'; readonly field?: string }
  now(): number
}

export interface OpenedJob {
  readonly order: JobOrder
  readonly work: JobWork
  /** Of everything that is said about it. */
  readonly key: Buffer
  /** Of what its owner put into the store for all jobs of the submission. */
  readonly objectKey: Buffer
}

/** What all records of a job may hold together: a session with many pictures, not a disk. */
const MAX_LOG_BYTES = 256 * 1024 * 1024

export const openFleet = ({ file, connection, now }: FleetOptions): Fleet => {
  const ring = openKeyRing(file.self)
  const bucket = (name: string): Bucket => createBucket(connection, { name, isMade: true })
  const owners = new Map(file.owners.map(member => [member.name, member]))
  const own = file.role === 'worker' ? objectsOf(file.self.name) : OBJECTS_IN
  return {
    file,
    connection,
    ring,
    index: bucket(INDEX),
    workers: bucket(WORKERS),
    money: bucket(MONEY),
    limits: bucket(LIMITS),
    objects: openObjects(connection, own),
    log: job => {
      const limits = { maxBytes: MAX_LOG_BYTES }
      return openJobLog(connection, { job, self: file.self, ring, limits, owners, now })
    },
    open(log) {
      const order = log.view.order && readOrder(log.view.order.body)
      const said = log.view.order?.head
      // The name in what is signed must be that of who signed it.
      if (!order || order.facts.owner !== said?.by || order.facts.id !== log.job)
        return { problem: 'no_order' }
      const shared = unwrapKey(order.key, file.self, ring)
      if (!shared) return { problem: 'not_for_us' }
      const key = jobKey(shared, log.job)
      const opened = openWork(order, key)
      if (opened === undefined) return { problem: 'damaged' }
      const work = readWork(opened)
      return 'problem' in work
        ? { problem: 'invalid', field: work.problem }
        : { order, work, key, objectKey: jobKey(shared, OBJECTS_IN) }
    },
    now,
  }
}

const openWork = ({ work, facts }: JobOrder, key: Buffer): unknown => {
  try {
    const sealed = Buffer.from(work, 'base64')
    return openSealed(sealed, key, facts.id)
  } catch {
    return undefined
  }
}

const openSealed = (sealed: Buffer, key: Buffer, job: string): unknown => {
  const head = { job, kind: 'job', by: '', token: 0, n: '' } as const
  return openBody({ head, body: sealed, seq: 0, ms: 0, isGenuine: true, bytes: sealed.length }, key)
}

/** For the record an order is in. */
export const sealWork = (work: JobWork, key: Uint8Array, job: string): string =>
  sealBody(work, key, { job, kind: 'job', by: '', token: 0, n: '' }).toString('base64')
