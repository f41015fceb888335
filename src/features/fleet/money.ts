import { isObject } from '../../lib/is-object.ts'
import type { Bucket } from '../../lib/nats/bucket.ts'

/** One budget over all workers. Amounts are whole millionths of a dollar, so sums are exact. */
export interface Purse {
  readonly limit: number
  readonly spent: number
  /** Promised to jobs that run. */
  readonly reserved: Readonly<Record<string, number>>
  readonly settled: number
}

export const micros = (usd: number): number => Math.round(usd * 1_000_000)
export const dollars = (amount: number): number => amount / 1_000_000

export type Reserved =
  | { readonly kind: 'yours'; readonly amount: number }
  /** What is left is promised to others, and may come back. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'used_up' }

const MOST_RESERVED = 5_000

export const readPurse = (text: string | undefined, limit: number): Purse => {
  const empty = { limit, spent: 0, reserved: {}, settled: 0 }
  if (text === undefined) return empty
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || !isObject(value['reserved'])) return empty
    const { spent, reserved, settled } = value
    if (!Number.isSafeInteger(spent) || !Number.isSafeInteger(settled)) return empty
    if (!Object.values(reserved).every(amount => Number.isSafeInteger(amount))) return empty
    return {
      limit,
      spent: spent as number,
      settled: settled as number,
      reserved: reserved as Purse['reserved'],
    }
  } catch {
    return empty
  }
}

const promised = ({ reserved }: Purse): number => Object.values(reserved).reduce((sum, each) => sum + each, 0)

/** What a job may spend: its limit, within what nobody was promised. The limit of the budget is the job's own word. */
export const reserve = async (
  bucket: Bucket,
  key: string,
  { job, wanted, limit }: { readonly job: string; readonly wanted: number; readonly limit: number },
): Promise<Reserved> => {
  let outcome: Reserved = { kind: 'used_up' }
  await bucket.change(key, now => {
    const purse = readPurse(now?.text, limit)
    const mine = purse.reserved[job]
    // The worker before this one had it promised already.
    if (mine !== undefined) {
      outcome = { kind: 'yours', amount: mine }
      return undefined
    }
    const others = promised(purse)
    const free = limit - purse.spent - others
    const isShort = free < wanted && others > 0
    const isFull = Object.keys(purse.reserved).length >= MOST_RESERVED
    outcome =
      isShort || isFull
        ? { kind: 'wait' }
        : free <= 0
          ? { kind: 'used_up' }
          : { kind: 'yours', amount: Math.min(free, wanted) }
    if (outcome.kind !== 'yours') return undefined
    return JSON.stringify({ ...purse, reserved: { ...purse.reserved, [job]: outcome.amount } })
  })
  return outcome
}

/** What it did spend in the place of what it was promised; a second time changes nothing. */
export const settle = async (
  bucket: Bucket,
  key: string,
  { job, spent, limit }: { readonly job: string; readonly spent: number; readonly limit: number },
): Promise<void> => {
  await bucket.change(key, now => {
    const purse = readPurse(now?.text, limit)
    if (!Object.hasOwn(purse.reserved, job)) return undefined
    const { [job]: _, ...reserved } = purse.reserved
    return JSON.stringify({ ...purse, reserved, spent: purse.spent + spent, settled: purse.settled + 1 })
  })
}
