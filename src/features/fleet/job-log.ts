import { randomBytes } from 'node:crypto'
import type { Connection, Nats } from '../../lib/nats/connection.ts'
import { emptyView, type FoldLimits, foldRecord, type JobView } from './fold.ts'
import type { KeyRing, Member } from './identity.ts'
import { LOG, logSubject } from './names.ts'
import {
  OWNER_KINDS,
  type RecordHead,
  type RecordKind,
  readRecord,
  type StoredRecord,
  writeRecord,
} from './record.ts'

/** Another worker has the job, or nobody any more: nothing of it may be said or done here from now on. */
export class FencedError extends Error {
  override readonly name = 'FencedError'
}

export interface JobLogOptions {
  readonly job: string
  readonly self: Member
  readonly ring: KeyRing
  readonly limits: FoldLimits
  /** Whose orders count. */
  readonly owners: ReadonlyMap<string, Member>
  now(): number
}

/**
 * What happened to one job. What is said is stored by the server only while nobody said anything since it was last read
 * (compare and set), so whoever writes knows all that was written before.
 */
export interface JobLog {
  readonly job: string
  readonly view: JobView
  /** Reads what was said meanwhile. */
  refresh(): Promise<JobView>
  /** Says something. Under a claim (`token`): FencedError once that no longer holds. Gives the record's number. */
  say(kind: RecordKind, body: Uint8Array, more?: Saying): Promise<number>
  /** Calls when somebody said something. Gives a function that ends it. */
  watch(wake: () => void): Promise<() => void>
}

export interface Saying {
  readonly token?: number
  readonly note?: string
  /** The job must still be like this; else nothing is said and 0 comes back. */
  if?(view: JobView): boolean
}

const CONFLICTS: readonly unknown[] = [10071, 10164]
const NO_MESSAGE = 10037
const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code

export const openJobLog = (connection: Connection, options: JobLogOptions): JobLog => {
  const { job, self, ring, limits } = options
  const subject = logSubject(job)
  let view = emptyView()
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = queue.then(act, act)
    queue = next.catch(() => {})
    return next
  }
  const known = (name: string, kind: RecordKind): Member | undefined =>
    ((OWNER_KINDS as readonly RecordKind[]).includes(kind) ? options.owners : view.workers).get(name)
  const take = (record: StoredRecord): void => {
    view = foldRecord(view, record, limits)
  }
  const readOn = async (): Promise<JobView> => {
    for (;;) {
      const found = await connection.run(nats => nextAfter(nats, subject, view.seq))
      if (!found) return view
      const record = readRecord(
        found.data,
        { seq: found.seq, ms: found.time.getTime() },
        { ...options, known },
      )
      if (record) take(record)
      else view = { ...view, seq: found.seq, bytes: view.bytes + found.data.length }
    }
  }
  const say = async (kind: RecordKind, body: Uint8Array, more: Saying): Promise<number> => {
    const { token = 0, note } = more
    const n = randomBytes(12).toString('base64url')
    const head: RecordHead = { job, kind, by: self.name, token, n, ...(note === undefined ? {} : { note }) }
    const data = writeRecord(head, body, ring)
    for (;;) {
      if (token !== 0 && view.holder?.token !== token)
        throw new FencedError(`claim ${token} of ${job} no longer holds`)
      if (more.if && !more.if(view)) return 0
      try {
        const seq = await connection.run(
          async ({ stream }) =>
            (await stream.publish(subject, data, { expect: { lastSubjectSequence: view.seq } })).seq,
        )
        // Whether it counts is a matter of the server's time.
        if (kind === 'claim') {
          await readOn()
          return seq
        }
        const ms = Math.max(options.now(), view.holder?.lastMs ?? 0)
        take({ head, body, seq, ms, isGenuine: true, bytes: data.length })
        return seq
      } catch (error) {
        if (!CONFLICTS.includes(codeOf(error))) throw error
      }
      const before = view.seq
      await readOn()
      // The server had stored it, and its answer was lost.
      if (view.said.has(`${self.name} ${n}`)) return seqOf(view, n) ?? before
    }
  }
  return {
    job,
    get view() {
      return view
    },
    refresh: () => inTurn(readOn),
    say: (kind, body, more = {}) => inTurn(() => say(kind, body, more)),
    watch: wake => connection.listen(subject, wake),
  }
}

const seqOf = ({ records }: JobView, n: string): number | undefined =>
  records.findLast(({ head }) => head.n === n)?.seq

const nextAfter = async ({ manager }: Nats, subject: string, seq: number) => {
  try {
    // The first from there on; the client's types only know the other two questions.
    const query = { seq: seq + 1, next_by_subj: subject }
    return await manager.streams.getMessage(LOG, query)
  } catch (error) {
    if (codeOf(error) === NO_MESSAGE) return undefined
    throw error
  }
}
