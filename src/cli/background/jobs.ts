import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { isObject } from '../../lib/is-object.ts'
import { lifeOf, type ProcessIdentity } from '../../lib/process/process-identity.ts'

/** What runs in the background says of itself. `crashed` is said by others: its process is gone without a word. */
export type JobState = 'working' | 'needs input' | 'idle' | 'done' | 'failed' | 'stopped' | 'crashed'

/** A session or a shell command that runs without a terminal, as the file of its name tells. */
export interface Job {
  readonly id: string
  readonly kind: 'session' | 'shell'
  readonly process: ProcessIdentity
  readonly startedAt: number
  readonly endedAt?: number
  readonly cwd: string
  /** The first prompt, or the command. */
  readonly task: string
  readonly name?: string
  readonly state: JobState
  /** Of a session: its whole id, and where it can be joined. */
  readonly session?: string
  readonly url?: string
  /** Whose account it was started with; absent: the usual one. */
  readonly profile?: string
  /** Of a shell command that ended. */
  readonly exitCode?: number
}

/** Nobody but the person reads these. */
const PRIVATE = 0o600

/** What ended longer ago than this is forgotten when the next one starts. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const directoryOf = (configHome: string): string => join(configHome, 'background')

/** Makes it, if it is not there. */
export const openJobs = (configHome: string): string => {
  const directory = directoryOf(configHome)
  makeDirectories(directory, 0o700)
  return directory
}

export const logOf = (configHome: string, id: string): string => join(directoryOf(configHome), `${id}.log`)

const fileOf = (configHome: string, id: string): string => join(directoryOf(configHome), `${id}.json`)

export const writeJob = (configHome: string, job: Job): void =>
  writeFileAtomically(fileOf(configHome, job.id), Buffer.from(JSON.stringify(job)), { mode: PRIVATE })

/** Those that run and those that ended, the newest first. */
export const readJobs = (configHome: string): readonly Job[] =>
  namesIn(directoryOf(configHome))
    .flatMap(name => readJob(join(directoryOf(configHome), name)))
    .toSorted((a, b) => b.startedAt - a.startedAt)

export const isLive = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'working' || state === 'needs input' || state === 'idle'

/** By the beginning of its id or of its session's, or by its name. Those that run come first. */
export const findJobs = (configHome: string, wanted: string): readonly Job[] => {
  const jobs = readJobs(configHome)
  const named = jobs.filter(({ name }) => name === wanted)
  const found =
    named.length > 0
      ? named
      : jobs.filter(({ id, session = '' }) => id.startsWith(wanted) || session.startsWith(wanted))
  const live = found.filter(isLive)
  return live.length > 0 ? live : found
}

/** The log goes with it; the session itself is kept. */
export const forgetJob = (configHome: string, id: string): void => {
  rmSync(fileOf(configHome, id), { force: true })
  rmSync(logOf(configHome, id), { force: true })
}

export const forgetOldJobs = (configHome: string, now: number): void => {
  for (const job of readJobs(configHome))
    if (!isLive(job) && now - (job.endedAt ?? job.startedAt) > KEPT_MS) forgetJob(configHome, job.id)
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => /^[0-9a-f]{8}\.json$/.test(name))
  } catch {
    // Nothing was ever started there.
    return []
  }
}

const readJob = (path: string): readonly Job[] => {
  try {
    const job: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isJob(job)) return []
    return [isLive(job) && lifeOf(job.process) === 'dead' ? { ...job, state: 'crashed' } : job]
  } catch {
    // Taken away in this moment, or not one of ours.
    return []
  }
}

const isJob = (value: unknown): value is Job =>
  isObject(value) &&
  ['id', 'kind', 'cwd', 'task', 'state'].every(key => typeof value[key] === 'string') &&
  typeof value['startedAt'] === 'number' &&
  isObject(value['process'])
