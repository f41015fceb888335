import type { Member } from './identity.ts'
import { readOrder } from './job.ts'
import { LEASE_MS, MOST_KILLS } from './names.ts'
import type { RecordKind, StoredRecord } from './record.ts'

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'stopped' | 'aside'

export interface Holder {
  readonly by: string
  /** The number of its claim: what is said under another counts for nothing. */
  readonly token: number
  /** The server's time of its last word. */
  readonly lastMs: number
}

export type IgnoredWhy = 'forged' | 'replayed' | 'not_holder' | 'not_allowed' | 'too_early' | 'too_much'

export interface Ignored {
  readonly seq: number
  readonly by: string
  readonly kind: RecordKind
  readonly why: IgnoredWhy
}

/** What a job has come to, by the records about it; the same for everybody who reads them. */
export interface JobView {
  readonly state: JobState
  readonly owner?: string
  readonly holder?: Holder
  /** Workers that fell silent while they had it, by name. */
  readonly lost: readonly string[]
  /** How often its owner had it begun anew: what was said before does not count. */
  readonly attempt: number
  /** Of the claim, lines, files, questions, ends and results that count, in order. */
  readonly records: readonly StoredRecord[]
  /** Without a word from its worker for so long, another may go on with it. */
  readonly leaseMs: number
  /** The order, as its owner gave it. */
  readonly order?: StoredRecord
  /** Who may work on it: the owner says so in the order. */
  readonly workers: ReadonlyMap<string, Member>
  readonly answers: readonly StoredRecord[]
  readonly result?: StoredRecord
  readonly ignored: readonly Ignored[]
  /** The last number that was seen; 0: none. */
  readonly seq: number
  readonly bytes: number
  readonly said: ReadonlySet<string>
}

export const emptyView = (): JobView => ({
  state: 'queued',
  leaseMs: LEASE_MS,
  workers: new Map(),
  lost: [],
  attempt: 0,
  records: [],
  answers: [],
  ignored: [],
  seq: 0,
  bytes: 0,
  said: new Set(),
})

export interface FoldLimits {
  /** Of all records of a job together. */
  readonly maxBytes: number
}

/** What one more record means. Pure: time is what the server stamped on it. */
export const foldRecord = (view: JobView, record: StoredRecord, limits: FoldLimits): JobView => {
  const { head, seq } = record
  const id = `${head.by} ${head.n}`
  const next = { ...view, seq, bytes: view.bytes + record.bytes }
  const why = whyIgnored(view, record, { ...limits, id })
  if (why !== undefined) {
    const ignored = [...view.ignored, { seq, by: head.by, kind: head.kind, why }].slice(-MOST_IGNORED)
    return { ...next, ignored }
  }
  ;(next.said as Set<string>).add(id)
  return head.kind === 'job' || head.kind === 'stop' || head.kind === 'retry' || head.kind === 'answer'
    ? byOwner(next, record)
    : byWorker(next, record)
}

const MOST_IGNORED = 100

const whyIgnored = (
  view: JobView,
  { head, isGenuine, ms }: StoredRecord,
  { maxBytes, id }: FoldLimits & { readonly id: string },
): IgnoredWhy | undefined => {
  if (!isGenuine) return 'forged'
  if (view.said.has(id)) return 'replayed'
  if (head.kind === 'job') return view.order ? 'not_allowed' : undefined
  if (!view.order) return 'not_allowed'
  if (head.kind === 'stop' || head.kind === 'retry' || head.kind === 'answer')
    return head.by === view.owner ? undefined : 'not_allowed'
  if (view.bytes > maxBytes && head.kind !== 'result' && head.kind !== 'claim') return 'too_much'
  if (head.kind === 'claim') {
    if (view.state !== 'queued' && view.state !== 'running') return 'not_allowed'
    if (view.holder && ms < view.holder.lastMs + view.leaseMs) return 'too_early'
    return undefined
  }
  const { holder } = view
  return holder && holder.by === head.by && holder.token === head.token ? undefined : 'not_holder'
}

const byOwner = (view: JobView, record: StoredRecord): JobView => {
  const { holder: _, result: __, ...rest } = view
  switch (record.head.kind) {
    case 'job':
      return { ...view, order: record, owner: record.head.by, ...knownFrom(record) }
    case 'stop':
      return view.state === 'queued' || view.state === 'running' ? { ...rest, state: 'stopped' } : view
    case 'retry':
      if (view.state === 'queued' || view.state === 'running') return view
      return { ...rest, state: 'queued', lost: [], attempt: view.attempt + 1, records: [], answers: [] }
    default:
      return { ...view, answers: [...view.answers, record] }
  }
}

const knownFrom = ({ body }: StoredRecord): Pick<JobView, 'leaseMs' | 'workers'> => {
  const order = readOrder(body)
  const workers = order?.workers.map(worker => [worker.name, worker] as const) ?? []
  return { leaseMs: order?.facts.leaseMs ?? LEASE_MS, workers: new Map(workers) }
}

const byWorker = (view: JobView, record: StoredRecord): JobView => {
  const { head, ms, seq } = record
  const holder = view.holder && { ...view.holder, lastMs: ms }
  switch (head.kind) {
    case 'claim':
      return claimed(view, record)
    case 'beat':
      return holder ? { ...view, holder } : view
    case 'release': {
      const { holder: _, ...rest } = view
      return { ...rest, state: 'queued', records: [...view.records, record] }
    }
    case 'result': {
      const { holder: _, ...rest } = view
      const state = head.note === 'done' ? 'done' : 'failed'
      return { ...rest, state, result: record, records: [...view.records, record], seq }
    }
    default:
      return { ...view, ...(holder ? { holder } : {}), records: push(view.records, record) }
  }
}

/** In place: the list belongs to this one fold, and a long session has thousands. */
const push = (records: readonly StoredRecord[], record: StoredRecord): readonly StoredRecord[] => {
  // Of the states of the files only the newest is ever asked for.
  const kept = record.head.kind === 'files' ? records.filter(({ head }) => head.kind !== 'files') : records
  if (kept !== records) return [...kept, record]
  ;(records as StoredRecord[]).push(record)
  return records
}

const claimed = (view: JobView, record: StoredRecord): JobView => {
  const { head, seq, ms } = record
  const lost = view.holder ? [...view.lost, view.holder.by] : view.lost
  const { holder: _, ...rest } = view
  if (lost.length >= MOST_KILLS) return { ...rest, lost, state: 'aside', records: [...view.records, record] }
  return {
    ...rest,
    lost,
    state: 'running',
    holder: { by: head.by, token: seq, lastMs: ms },
    records: [...view.records, record],
  }
}
