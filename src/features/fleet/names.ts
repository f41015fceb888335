/** Names on the server that all of a fleet share. They are part of the protocol: another name is another fleet. */

/** Queued jobs: one subject for each owner and label set, each message taken once. */
export const JOBS = 'FLEET_JOBS'
/** What happened to each job, in order: one subject a job. The truth about it. */
export const LOG = 'FLEET_LOG'
/** What owners put in for workers, and what a worker puts in for owners: object stores. */
export const OBJECTS_IN = 'fleet_in'
export const objectsOf = (worker: string): string => `fleet_out_${worker}`
/** Key-value buckets: what lists show, who is there, money, and limits of providers. */
export const INDEX = 'fleet_jobs'
export const WORKERS = 'fleet_workers'
export const MONEY = 'fleet_money'
export const LIMITS = 'fleet_limits'

export const logSubject = (job: string): string => `fleet.log.${job}`
export const queueSubject = (owner: string, labels: readonly string[]): string =>
  `fleet.jobs.${owner}.${labelKey(labels)}`
export const consumerName = (owner: string, key: string): string => `${owner}--${key}`

/** The same for the same labels in any order. */
export const labelKey = (labels: readonly string[]): string =>
  labels.length === 0 ? 'any' : [...new Set(labels)].sort().join('+')

export const labelsOf = (key: string): readonly string[] => (key === 'any' ? [] : key.split('+'))

/** Part of a subject, a key and a file name. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/
export const isName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text)

const JOB_ID = /^j[a-f0-9]{16}$/
export const isJobId = (text: unknown): text is string => typeof text === 'string' && JOB_ID.test(text)

/** What one message may hold; the server's own limit is a megabyte. */
export const MAX_BODY = 700 * 1024
/** How often a job may take its worker with it. */
export const MOST_KILLS = 3
/** Without a word from its worker for so long, another may go on with a job. */
export const LEASE_MS = 30_000
/** Of a beat. */
export const PRESENCE_MS = 30_000
