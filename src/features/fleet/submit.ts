import { randomBytes } from 'node:crypto'
import type { Fleet } from './fleet.ts'
import { sealWork } from './fleet.ts'
import type { JobFacts, JobOrder, JobWork } from './job.ts'
import { INDEX, JOBS, logSubject, queueSubject } from './names.ts'
import { type RecordHead, writeRecord } from './record.ts'
import { jobKey, newKey, type WrappedKey, wrapKey } from './seal.ts'
import { makeQueue } from './setup.ts'

export interface Submission {
  readonly works: readonly JobWork[]
  readonly labels: readonly string[]
  readonly version: string
  readonly leaseMs: number
  readonly budget?: JobFacts['budget']
  /** What they are part of, as W3C writes it; absent: each submission is a trace of its own. */
  readonly trace?: string
  /** Whose key the works and the objects they name are encrypted with; absent: a new one. */
  readonly key?: Buffer
}

export interface Submitted {
  readonly id: string
  readonly title: string
}

/** As the list shows a job. Anybody on the server may read it. */
export interface IndexRow {
  readonly state: string
  readonly labels: readonly string[]
  readonly at: number
  readonly worker?: string
  readonly usd?: number
  readonly note?: string
}

/** Everybody writes under a name of their own: owners about their jobs, workers about those they have. */
export const indexKey = (owner: string, job: string, by = owner): string => `${owner}.${job}.${by}`

const AT_ONCE = 256
const newJobId = (): string => `j${randomBytes(8).toString('hex')}`
const newTrace = (trace: string): string => `00-${trace}-${randomBytes(8).toString('hex')}-01`

/** Many at a time; the queue gets a job once its order is kept. Gives them in the order they were given. */
export const submitJobs = async (fleet: Fleet, wish: Submission): Promise<readonly Submitted[]> => {
  const { file, connection } = fleet
  const owner = file.self.name
  const { labels, leaseMs, works } = wish
  await connection.run(nats => makeQueue(nats, { owner, labels, leaseMs }))
  const shared = wish.key ?? newKey()
  const wrapped = wrapKey(shared, [file.self, ...file.workers])
  const trace = randomBytes(16).toString('hex')
  const submitted: Submitted[] = []
  for (let at = 0; at < works.length; at += AT_ONCE) {
    const some = works.slice(at, at + AT_ONCE)
    const sent = some.map(async work => {
      const id = newJobId()
      await submitOne(fleet, { id, work, wrapped, shared, trace: traceIn(wish) ?? newTrace(trace), wish })
      return { id, title: work.title }
    })
    submitted.push(...(await Promise.all(sent)))
  }
  return submitted
}

const TRACE = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/
const traceIn = ({ trace }: Submission): string | undefined =>
  trace !== undefined && TRACE.test(trace) ? trace : undefined

interface One {
  readonly id: string
  readonly work: JobWork
  readonly wrapped: WrappedKey
  readonly shared: Buffer
  readonly trace: string
  readonly wish: Submission
}

const submitOne = async (fleet: Fleet, one: One): Promise<void> => {
  const { id, wish } = one
  const { name: owner } = fleet.file.self
  const { labels, leaseMs, version, budget } = wish
  const at = fleet.now()
  const facts: JobFacts = {
    ...{ id, owner, labels, submittedAt: at, version, leaseMs, trace: one.trace },
    ...(budget ? { budget } : {}),
  }
  const work = sealWork(one.work, jobKey(one.shared, id), id)
  const order: JobOrder = { facts, workers: fleet.file.workers, key: one.wrapped, work }
  const head: RecordHead = { job: id, kind: 'job', by: owner, token: 0, n: id }
  const data = writeRecord(head, Buffer.from(JSON.stringify(order)), fleet.ring)
  const row: IndexRow = { state: 'queued', labels, at }
  await fleet.connection.run(async ({ stream }) => {
    // Said again after a lost answer, it is the same message: the server keeps one.
    await stream.publish(logSubject(id), data, { msgID: id })
    await Promise.all([
      stream.publish(`$KV.${INDEX}.${indexKey(owner, id)}`, JSON.stringify(row)),
      enqueue(stream, { id, owner, labels, attempt: 'first' }),
    ])
  })
}

interface Enqueued {
  readonly id: string
  readonly owner: string
  readonly labels: readonly string[]
  /** A job that is begun anew is queued anew. */
  readonly attempt: string
}

type Publisher = { publish: (subject: string, data: string, options: { msgID: string }) => Promise<unknown> }

export const enqueue = async (
  stream: Publisher,
  { id, owner, labels, attempt }: Enqueued,
): Promise<unknown> =>
  await stream.publish(queueSubject(owner, labels), JSON.stringify({ job: id, owner }), {
    msgID: `${JOBS}-${id}-${attempt}`,
  })
