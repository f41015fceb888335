import { exported, type Nats } from '../../lib/nats/connection.ts'
import {
  consumerName,
  INDEX,
  JOBS,
  LIMITS,
  LOG,
  labelKey,
  MONEY,
  OBJECTS_IN,
  objectsOf,
  PRESENCE_MS,
  queueSubject,
  WORKERS,
} from './names.ts'

export interface SetupOptions {
  readonly workers: readonly string[]
  /** How many servers keep each message. */
  readonly replicas: number
  /** How long what happened to jobs is kept. */
  readonly days?: number
}

const DAY_NS = 24 * 3600 * 1_000_000_000
const DAYS = 30
const MAX_RECORD = 900 * 1024
const IN_USE = [10058, 10065]

/** Makes what a fleet needs on its server, where it is not there yet; only an owner may. May be called again. */
export const setUpFleet = async (
  nats: Nats,
  { workers, replicas, days = DAYS }: SetupOptions,
): Promise<void> => {
  const common = { storage: 'file', num_replicas: replicas } as const
  await make(nats, {
    ...common,
    name: JOBS,
    subjects: ['fleet.jobs.*.*'],
    retention: 'workqueue',
    max_msg_size: 4096,
  })
  await make(nats, {
    ...common,
    name: LOG,
    subjects: ['fleet.log.*'],
    retention: 'limits',
    max_msg_size: MAX_RECORD,
    max_age: days * DAY_NS,
  })
  for (const name of [INDEX, MONEY, LIMITS])
    await nats.buckets.create(name, { history: 1, allow_direct: false, replicas })
  await nats.buckets.create(WORKERS, { history: 1, allow_direct: false, replicas, ttl: PRESENCE_MS })
  const { Objm: Stores } = await import('@nats-io/obj').then(exported)
  const stores = new Stores(nats.stream)
  for (const name of [OBJECTS_IN, ...workers.map(objectsOf)])
    await stores.create(name, { replicas, ttl: days * DAY_NS, storage: 'file' as never })
}

type StreamWish = Parameters<Nats['manager']['streams']['add']>[0]

const make = async ({ manager }: Nats, wish: object): Promise<void> => {
  try {
    await manager.streams.add(wish as StreamWish)
  } catch (error) {
    // There already, kept otherwise than we would: as the owner of the server wants it.
    if (!IN_USE.includes(Number((error as { readonly code?: unknown }).code))) throw error
  }
}

/** What workers take an owner's jobs with those labels from. */
export const makeQueue = async (
  { manager }: Nats,
  {
    owner,
    labels,
    leaseMs,
  }: { readonly owner: string; readonly labels: readonly string[]; readonly leaseMs: number },
): Promise<void> => {
  const name = consumerName(owner, labelKey(labels))
  await manager.consumers.add(JOBS, {
    durable_name: name,
    filter_subject: queueSubject(owner, labels),
    ack_policy: 'explicit' as never,
    deliver_policy: 'all' as never,
    ack_wait: leaseMs * 1_000_000,
    max_deliver: -1,
    max_ack_pending: 100_000,
  })
}
