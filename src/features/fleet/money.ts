import { isObject } from '../../lib/is-object.ts'
import type { Bucket } from '../../lib/nats/bucket.ts'
import type { BucketEntry } from '../../lib/nats/bucket-view.ts'

/**
 * One budget over all workers: each writes what it was promised and what it spent under its own name, and nobody can
 * write under another's. Amounts are whole millionths of a dollar, so sums are exact.
 */
export interface Purse {
  /** Of whom it is, and which: `<owner>.<budget>`. */
  readonly key: string
  readonly limit: number
}

export const micros = (usd: number): number => Math.round(usd * 1_000_000)
export const dollars = (amount: number): number => amount / 1_000_000

export type Reserved =
  | { readonly kind: 'yours'; readonly amount: number }
  /** What is left is promised to others, and may come back. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'used_up' }

/** What one worker says about one job: what it was promised, and, once it is over, what it spent. */
interface Said {
  readonly job: string
  readonly worker: string
  readonly limit: number
  readonly amount: number
  readonly spent?: number
  /** In the order they were written. */
  readonly revision: number
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const readSaid = ({ key, text, revision }: BucketEntry): (Said & { readonly purse: string }) | undefined => {
  const [owner, budget, job = '', worker = '', ...more] = key.split('.')
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || worker === '' || more.length > 0) return undefined
    const { amount, spent, limit } = value
    if (!isAmount(amount) || !isAmount(limit) || (spent !== undefined && !isAmount(spent))) return undefined
    const said = { purse: `${owner}.${budget}`, job, worker, limit, amount, revision }
    return spent === undefined ? said : { ...said, spent }
  } catch {
    return undefined
  }
}

/** Of each job the last word counts: whoever goes on with one has all that was spent before in its own sum. */
const byJob = (all: readonly Said[]): readonly Said[] => {
  const last = new Map<string, Said>()
  for (const said of all) if ((last.get(said.job)?.revision ?? 0) <= said.revision) last.set(said.job, said)
  return [...last.values()]
}

const sumOf = (all: readonly Said[]): number =>
  all.reduce((sum, { amount, spent }) => sum + (spent ?? amount), 0)

export interface ReserveFor {
  readonly job: string
  readonly worker: string
  readonly wanted: number
  /** Workers that really had a job: what others say about it is nothing. Asked only where it makes a difference. */
  had(job: string): Promise<ReadonlySet<string>>
}

const keyOf = (purse: Purse, job: string, worker: string): string => `${purse.key}.${job}.${worker}`

/**
 * What a job may spend: its limit, within what nobody was promised. It is written down first and looked at then: of two
 * that want the same the server's order decides, so together they never have more than there is.
 */
export const reserve = async (
  bucket: Bucket,
  purse: Purse,
  { job, worker, wanted, had }: ReserveFor,
): Promise<Reserved> => {
  const key = keyOf(purse, job, worker)
  const write = async (amount: number): Promise<BucketEntry | undefined> =>
    await bucket.change(key, () => JSON.stringify({ limit: purse.limit, amount }))
  const before = (await saidOf(bucket, purse)).find(each => each.job === job && each.worker === worker)
  // It had it promised already.
  if (before && before.spent === undefined) return { kind: 'yours', amount: before.amount }
  const mine = await write(wanted)
  const others = await othersOf(bucket, purse, { job, had, wanted, revision: mine?.revision ?? 0 })
  const free = purse.limit - sumOf(others)
  if (free >= wanted) return { kind: 'yours', amount: wanted }
  const isPromised = others.some(({ spent }) => spent === undefined)
  if (isPromised || free <= 0) {
    await bucket.delete(key)
    return { kind: isPromised ? 'wait' : 'used_up' }
  }
  await write(free)
  return { kind: 'yours', amount: free }
}

const saidOf = async (bucket: Bucket, { key }: Purse): Promise<readonly Said[]> =>
  (await bucket.all(`${key}.`)).flatMap(entry => readSaid(entry) ?? [])

/** What counts before it. Where that leaves too little, everybody's word is held against the logs of the jobs. */
const othersOf = async (
  bucket: Bucket,
  purse: Purse,
  { job, had, wanted, revision }: Pick<ReserveFor, 'job' | 'had' | 'wanted'> & { readonly revision: number },
): Promise<readonly Said[]> => {
  const isBefore = (said: Said): boolean => said.spent !== undefined || said.revision < revision
  const all = (await saidOf(bucket, purse)).filter(said => said.job !== job && isBefore(said))
  const writers = new Map<string, Set<string>>()
  for (const said of all) writers.set(said.job, (writers.get(said.job) ?? new Set()).add(said.worker))
  const isPlain = [...writers.values()].every(names => names.size === 1)
  if (isPlain && purse.limit - sumOf(all) >= wanted) return all
  const confirmed: Said[] = []
  for (const said of all) if ((await had(said.job)).has(said.worker)) confirmed.push(said)
  return byJob(confirmed)
}

/** What it did spend in the place of what it was promised; a second time changes nothing. */
export const settle = async (
  bucket: Bucket,
  purse: Purse,
  { job, worker, spent }: { readonly job: string; readonly worker: string; readonly spent: number },
): Promise<void> => {
  await bucket.change(keyOf(purse, job, worker), now => {
    const said = now && readSaid(now)
    if (said?.spent !== undefined) return undefined
    return JSON.stringify({ limit: purse.limit, amount: said?.amount ?? spent, spent })
  })
}

export interface PurseView extends Purse {
  readonly spent: number
  /** Jobs that have something promised. */
  readonly running: number
}

/** All budgets, as workers say. */
export const readPurses = async (bucket: Bucket): Promise<readonly PurseView[]> => {
  const found = new Map<string, Said[]>()
  for (const entry of await bucket.all('')) {
    const said = readSaid(entry)
    if (said) found.set(said.purse, [...(found.get(said.purse) ?? []), said])
  }
  return [...found].map(([key, all]) => {
    const last = byJob(all)
    const settled = last.filter(({ spent }) => spent !== undefined)
    const limit = Math.max(...all.map(each => each.limit))
    return { key, limit, spent: sumOf(settled), running: last.length - settled.length }
  })
}
