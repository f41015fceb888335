import { createHash } from 'node:crypto'
import type { KV } from '@nats-io/kv'
import { type BucketEntry, createBucketView } from './bucket-view.ts'
import { type Connection, type Nats, PassingError } from './connection.ts'

/** Keys with values in JetStream. Reading makes nothing; the first write makes the bucket. */
export interface Bucket {
  get(key: string): Promise<BucketEntry | undefined>
  /** All whose key begins so, in the order they were written. */
  all(prefix: string): Promise<readonly BucketEntry[]>
  /** False: there is one already, or there was one and it was deleted. */
  create(key: string, text: string): Promise<boolean>
  /**
   * Writes what `change` makes of the value as it is, and again if somebody else was faster. Undefined from `change`:
   * nothing is written. Says what was written, or what is there.
   */
  change(
    key: string,
    change: (now: BucketEntry | undefined) => string | undefined,
  ): Promise<BucketEntry | undefined>
  delete(key: string): Promise<void>
  /** Forgets that there were keys which were deleted before that time, as far as they were read. */
  forget(time: number): Promise<void>
  /** Calls when a value whose key fits the filter may have changed. */
  watch(filter: string, wake: () => void): Promise<() => void>
  destroy(): Promise<void>
}

const CONFLICTS: readonly unknown[] = [10071, 10164]
const STREAM_NOT_FOUND = 10059

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code

/** Names may hold what the name of a bucket may not; two never become one. */
export const bucketName = (kind: string, name: string): string => {
  if (/^[A-Za-z0-9-]{1,64}$/.test(name)) return `capstan-${kind}-${name}`
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12)
  return `capstan-${kind}-${name.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 40)}_${hash}`
}

export interface BucketOptions {
  readonly name: string
  /** Values that were not written for so long go away. */
  readonly ttl?: number
  /** Somebody else makes it: this one may not. */
  readonly isMade?: boolean
}

export const createBucket = (connection: Connection, { name, ttl, isMade }: BucketOptions): Bucket => {
  let made: Promise<KV> | undefined
  const view = createBucketView(name, ttl !== undefined)
  /** Whatever fails, the bucket may be gone: it is made anew if it is. */
  const write = <T>(act: (kv: KV, nats: Nats) => Promise<T>): Promise<T> =>
    connection.run(async nats => {
      made ??= isMade
        ? nats.buckets.open(name)
        : nats.buckets.create(name, { history: 1, allow_direct: false, ...(ttl ? { ttl } : {}) })
      try {
        return await act(await made, nats)
      } catch (error) {
        made = undefined
        if (codeOf(error) === STREAM_NOT_FOUND) throw new PassingError('the bucket was removed')
        throw error
      }
    })
  return {
    get: key => connection.run(async ({ buckets }) => await read(await buckets.open(name), key)),
    all: async prefix =>
      (await connection.run(nats => view.read(nats))).filter(({ key }) => key.startsWith(prefix)),
    create: (key, text) =>
      write(async kv => {
        try {
          await kv.put(key, text, { previousSeq: 0 })
          return true
        } catch (error) {
          if (CONFLICTS.includes(codeOf(error))) return false
          throw error
        }
      }),
    change: (key, change) => write(kv => compareAndSet(kv, key, change)),
    delete: key => write(kv => kv.delete(key)),
    forget: time =>
      write(async (_, { manager }) => {
        for (const { revision } of view.deletedBefore(time))
          await manager.streams.deleteMessage(`KV_${name}`, revision).catch(() => {
            // Somebody else forgot it first.
          })
      }),
    watch: (filter, wake) => connection.listen(`$KV.${name}.${filter}`, wake),
    destroy: () =>
      connection.run(async ({ manager }) => {
        made = undefined
        try {
          await manager.streams.delete(`KV_${name}`)
        } catch (error) {
          if (codeOf(error) !== STREAM_NOT_FOUND) throw error
        }
      }),
  }
}

/** Undefined when there is none, or none any more. */
const read = async (kv: KV, key: string): Promise<BucketEntry | undefined> => {
  try {
    const entry = await kv.get(key)
    return entry?.operation === 'PUT' ? { key, text: entry.string(), revision: entry.revision } : undefined
  } catch (error) {
    if (codeOf(error) === STREAM_NOT_FOUND) return undefined
    throw error
  }
}

const compareAndSet = async (
  kv: KV,
  key: string,
  change: (now: BucketEntry | undefined) => string | undefined,
): Promise<BucketEntry | undefined> => {
  for (;;) {
    const entry = await kv.get(key)
    const now =
      entry?.operation === 'PUT' ? { key, text: entry.string(), revision: entry.revision } : undefined
    const text = change(now)
    if (text === undefined || text === now?.text) return now
    try {
      const revision = await kv.put(key, text, { previousSeq: entry?.revision ?? 0 })
      return { key, text, revision }
    } catch (error) {
      if (!CONFLICTS.includes(codeOf(error))) throw error
    }
  }
}
