import { join } from 'node:path'
import { sessionOf } from '../../features/evals/plan.ts'
import type { OpenedJob } from '../../features/fleet/fleet.ts'
import type { JobView } from '../../features/fleet/fold.ts'
import { FencedError, type JobLog } from '../../features/fleet/job-log.ts'
import { dollars, micros, type Purse, reserve, settle } from '../../features/fleet/money.ts'
import type { Handed } from '../../features/fleet/queue.ts'
import { sealBody, shortNote } from '../../features/fleet/record.ts'
import type { JobResult } from '../../features/fleet/result.ts'
import { type IndexRow, indexKey } from '../../features/fleet/submit.ts'
import { projectDirectory } from '../../features/sessions/project-key.ts'
import { errorText } from '../../lib/error-text.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { doJob, JobError } from './do-job.ts'
import { spentBy } from './job-spending.ts'
import { type OwnLease, openLease } from './own-lease.ts'
import type { Running, SlotDeps } from './slot-deps.ts'
import type { WorkPaths } from './stored-session.ts'
import { missingSecrets } from './worker-policy.ts'

/** `ended`: it has a result, of this worker's. `spent`: the worker has no money left. */
export type Handled = 'ended' | 'spent' | 'not_ours' | 'given_back' | 'lost' | 'over'

const EMPTY = Buffer.alloc(0)
const NOT_FOR_US_MS = 30_000
const NO_MONEY_MS = 5_000

/** One job that the queue handed over: from its log to its result, or back. */
export const handleJob = async (handed: Handed, deps: SlotDeps, drain: AbortSignal): Promise<Handled> => {
  const { fleet } = deps
  const log = fleet.log(handed.job)
  const view = await log.refresh()
  if (view.state !== 'queued' && view.state !== 'running') {
    await handed.done()
    return 'over'
  }
  const job = fleet.open(log)
  if ('problem' in job) {
    deps.say(
      fleetText('cannot_open', { job: handed.job, why: fleetText(job.problem, { field: job.field ?? '' }) }),
    )
    // Nothing that could ever be done; or something another worker may be for.
    if (job.problem === 'not_for_us') await handed.back(NOT_FOR_US_MS)
    else await handed.done()
    return 'not_ours'
  }
  const unfit = whyUnfit(job, deps)
  if (unfit) {
    deps.say(unfit)
    await handed.back(NOT_FOR_US_MS)
    return 'not_ours'
  }
  const wait = leaseLeft(view, fleet.now())
  if (wait > 0) {
    await handed.back(wait)
    return 'not_ours'
  }
  return await claimAndRun({ handed, deps, log, job }, drain)
}

const whyUnfit = ({ work, order }: OpenedJob, { from, policy }: SlotDeps) => {
  const { id, version } = order.facts
  const [ours, theirs] = [from.version, version].map(each => each.split('.').slice(0, 2).join('.'))
  if (ours !== theirs) return fleetText('other_version', { job: id, theirs: version, ours: from.version })
  const missing = missingSecrets(work, policy, from.env)
  return missing.length > 0 ? fleetText('no_secret', { job: id, names: missing }) : undefined
}

const leaseLeft = ({ holder, leaseMs }: JobView, now: number): number =>
  holder ? Math.max(0, holder.lastMs + leaseMs - now) : 0

interface Claiming {
  readonly handed: Handed
  readonly deps: SlotDeps
  readonly log: JobLog
  readonly job: OpenedJob
}

const claimAndRun = async ({ handed, deps, log, job }: Claiming, drain: AbortSignal): Promise<Handled> => {
  const { fleet, configHome, home } = deps
  const { self } = fleet.file
  const attempt = log.view.attempt
  const session = sessionOf(`${log.job}/${attempt}`)
  const room = join(deps.room, `${log.job}-${attempt}`)
  const work = join(room, 'work')
  const project = projectDirectory(configHome, work)
  const paths: WorkPaths = { work, project, configHome, home }
  const head = { job: log.job, by: self.name, token: 0, n: '' }
  const body = sealBody({ paths, version: deps.from.version }, job.key, { ...head, kind: 'claim' })
  const before = log.view.seq
  using lease = openLease(log.view.leaseMs)
  const token = await lease.keeping(() => log.say('claim', body, { if: view => view.seq === before }))
  const { holder, state } = log.view
  if (state === 'aside') {
    await asideIndex(deps, log)
    await settleWith({ deps, log, job }, spentBy(log.view, job.key, deps))
    await handed.done()
    return 'over'
  }
  if (token === 0 || holder?.token !== token) {
    await handed.back(leaseLeft(log.view, fleet.now()) || log.view.leaseMs)
    return 'lost'
  }
  const running: Running = {
    ...{ deps, log, job, token, session, room, paths, lease },
    async say(kind, value) {
      await lease.keeping(() => log.say(kind, sealBody(value, job.key, { ...head, kind }), { token }))
      await stillOurs(log, token, lease)
    },
  }
  return await withMoney({ handed, running, drain })
}

const MOST_BEATS = 3

/** What is said may be followed by an effect: it took so long that the job may be somebody else's, so it is asked for anew. */
const stillOurs = async (log: JobLog, token: number, lease: OwnLease): Promise<void> => {
  for (let beats = 0; !lease.isSafe; beats++) {
    if (beats === MOST_BEATS) throw new FencedError(`claim ${token} of ${log.job} was renewed too slowly`)
    await lease.keeping(() => log.say('beat', EMPTY, { token }))
  }
}

interface Held {
  readonly handed: Handed
  readonly running: Running
  readonly drain: AbortSignal
}

/** That of the jobs it belongs to, and that of this worker. */
const pursesOf = ({ deps, job }: Pick<Running, 'deps' | 'job'>): readonly Purse[] => {
  const { budget, owner } = job.order.facts
  const { name } = deps.fleet.file.self
  return [
    ...(budget ? [{ key: `${owner}.${budget.id}`, limit: micros(budget.usd) }] : []),
    ...(deps.purse ? [{ key: `${name}.${deps.purse.id}`, limit: micros(deps.purse.usd) }] : []),
  ]
}

/** What a job may spend; `undefined`: nobody set a limit. */
const reserveAll = async (
  running: Running,
): Promise<
  { readonly usd: number | undefined } | { readonly refused: 'wait' | 'used_up'; readonly by: Purse }
> => {
  const { deps, job } = running
  let least = job.work.limits.usd === undefined ? undefined : micros(job.work.limits.usd)
  for (const purse of pursesOf(running)) {
    const wanted = Math.min(least ?? purse.limit, purse.limit)
    const reserved = await reserve(deps.fleet.money, purse, {
      ...{ job: job.order.facts.id, worker: deps.fleet.file.self.name, wanted },
      had: each => workersOf(deps, each),
    })
    if (reserved.kind !== 'yours') return { refused: reserved.kind, by: purse }
    least = Math.min(least ?? reserved.amount, reserved.amount)
  }
  return { usd: least === undefined ? undefined : dollars(least) }
}

/** Who had it, by its log. */
const workersOf = async ({ fleet }: SlotDeps, id: string): Promise<ReadonlySet<string>> => {
  const { records } = await fleet.log(id).refresh()
  return new Set(records.flatMap(({ head }) => (head.kind === 'claim' ? [head.by] : [])))
}

const withMoney = async ({ handed, running, drain }: Held): Promise<Handled> => {
  const { deps, log, job } = running
  const { fleet } = deps
  const reserved = await reserveAll(running)
  if ('refused' in reserved) return await withoutMoney({ handed, running, drain }, reserved)
  await writeIndex(deps, log, { state: 'running', worker: fleet.file.self.name })
  const outcome = await watched({ handed, running, drain }, reserved.usd)
  if (outcome.kind === 'lost') {
    if (log.view.state !== 'stopped') return 'lost'
    await settleWith(running, spentBy(log.view, job.key, deps))
    await handed.done()
    return 'over'
  }
  if (outcome.kind === 'back') {
    await settleOwn(running)
    await handed.back(0)
    return 'given_back'
  }
  await settleWith(running, outcome.usd)
  await handed.done()
  return 'ended'
}

/** Its own money is gone, or that of the job: the one is for another worker to do, the other for nobody. */
const withoutMoney = async (
  { handed, running }: Held,
  { refused, by }: { readonly refused: 'wait' | 'used_up'; readonly by: Purse },
): Promise<Handled> => {
  const { deps, log, token } = running
  const isOwn = by.key.startsWith(`${deps.fleet.file.self.name}.`)
  if (refused === 'wait' || isOwn) {
    // What the job's own budget promised stays promised to the job.
    await log.say('release', EMPTY, { token, note: 'budget' })
    await handed.back(refused === 'wait' ? NO_MONEY_MS : 0)
    return refused === 'wait' ? 'given_back' : 'spent'
  }
  await finish(running, { ...noResult(running), why: 'budget' })
  await settleWith(running, 0)
  await handed.done()
  return 'ended'
}

/** What was promised to a job and not spent is everybody's again. */
const settleWith = async (at: Pick<Running, 'deps' | 'log' | 'job'>, usd: number): Promise<void> => {
  const { fleet } = at.deps
  const worker = fleet.file.self.name
  for (const purse of pursesOf(at))
    await settle(fleet.money, purse, { job: at.log.job, worker, spent: micros(usd) })
}

/** Of this worker alone: another goes on with the job, and with what its budget promised. */
const settleOwn = async (running: Running): Promise<void> => {
  const { deps, log, job } = running
  const spent = micros(spentBy(log.view, job.key, deps))
  const worker = deps.fleet.file.self.name
  for (const purse of pursesOf(running))
    if (purse.key.startsWith(`${worker}.`))
      await settle(deps.fleet.money, purse, { job: log.job, worker, spent })
}

type Outcome =
  | { readonly kind: 'ended'; readonly usd: number }
  | { readonly kind: 'back' }
  | { readonly kind: 'lost' }

/** While it runs its claim is renewed, and its owner is listened to. */
const watched = async ({ handed, running, drain }: Held, usd: number | undefined): Promise<Outcome> => {
  const { log, token, lease } = running
  const over = new AbortController()
  lease.whenOver(() => over.abort('lost'))
  const beat = async (): Promise<void> => {
    try {
      await lease.keeping(() => log.say('beat', EMPTY, { token }))
      await handed.working()
    } catch {
      // Fenced, or cut off for so long that somebody else goes on by now: either way it is no longer ours.
      over.abort('lost')
    }
  }
  const timer = setInterval(() => void beat(), Math.floor(log.view.leaseMs / 3))
  const look = async (): Promise<void> => {
    const view = await log.refresh().catch(() => log.view)
    if (view.holder?.token !== token) over.abort('lost')
  }
  const unwatch = await log.watch(() => void look())
  const stop = (): void => over.abort('drain')
  drain.addEventListener('abort', stop, { once: true })
  if (drain.aborted) stop()
  try {
    const result = await doJob(running, usd, over.signal)
    await finish(running, result)
    return { kind: 'ended', usd: result.usd }
  } catch (error) {
    return await afterFailure(running, error, over.signal)
  } finally {
    clearInterval(timer)
    unwatch()
    drain.removeEventListener('abort', stop)
  }
}

/** Something is wrong with the worker, or with the way to it: others try, so many in all. */
const FAULT = 'fault: '
const MOST_FAULTS = 2

const afterFailure = async (running: Running, error: unknown, over: AbortSignal): Promise<Outcome> => {
  const { log, token, deps } = running
  try {
    const view = await log.refresh()
    const isSilent = error instanceof FencedError || over.reason === 'lost'
    if (isSilent && view.holder?.token === token) {
      // It was not heard for too long, and nobody took the job up yet: it did not fall with it.
      await log.say('release', EMPTY, { token, note: 'silent' })
      await writeIndex(deps, log, { state: 'queued' })
      return { kind: 'back' }
    }
    if (isSilent || view.holder?.token !== token) {
      deps.say(fleetText(view.state === 'stopped' ? 'stopped_by_owner' : 'fenced', { job: log.job }))
      return { kind: 'lost' }
    }
    if (over.reason === 'drain') {
      await log.say('release', EMPTY, { token, note: 'drained' })
      await writeIndex(deps, log, { state: 'queued' })
      return { kind: 'back' }
    }
    const earlier = view.records.filter(({ head }) => head.kind === 'release' && head.note?.startsWith(FAULT))
    if (!(error instanceof JobError) && earlier.length < MOST_FAULTS) {
      const why = shortNote(`${FAULT}${errorText(error)}`)
      await log.say('release', EMPTY, { token, note: why })
      await writeIndex(deps, log, { state: 'queued', note: why })
      deps.say(fleetText('given_up', { job: log.job, why: errorText(error) }))
      return { kind: 'back' }
    }
    const usd = spentBy(log.view, running.job.key, deps)
    const result = { ...noResult(running), usd, why: shortNote(errorText(error)) }
    await finish(running, result)
    return { kind: 'ended', usd: result.usd }
  } catch {
    // It could not even say so: the lease runs out, and another worker takes it up.
    return { kind: 'lost' }
  }
}

const noResult = ({ deps, log }: Running): JobResult => ({
  outcome: 'failed',
  answer: '',
  usd: 0,
  files: [],
  worker: deps.fleet.file.self.name,
  version: deps.from.version,
  ms: 0,
  taken: log.view.lost.length,
})

/** Said once, under the claim: a worker that is not the holder any more cannot. */
const finish = async ({ deps, log, job, token }: Running, result: JobResult): Promise<void> => {
  const head = { job: log.job, kind: 'result', by: deps.fleet.file.self.name, token, n: '' } as const
  await log.say('result', sealBody(result, job.key, head), { token, note: result.outcome })
  const { outcome, usd, why } = result
  await writeIndex(deps, log, { state: outcome, usd, worker: result.worker, ...(why ? { note: why } : {}) })
}

const asideIndex = async (deps: SlotDeps, log: JobLog): Promise<void> => {
  deps.say(fleetText('aside', { job: log.job, workers: log.view.lost }))
  await writeIndex(deps, log, { state: 'aside', note: `lost with it: ${log.view.lost.join(', ')}` })
}

/** For lists: what counts is in the log. */
const writeIndex = async (
  { fleet }: SlotDeps,
  { view, job }: JobLog,
  change: Partial<IndexRow>,
): Promise<void> => {
  if (view.owner === undefined) return
  await fleet.index.change(indexKey(view.owner, job, fleet.file.self.name), now => {
    const row = now ? (JSON.parse(now.text) as IndexRow) : { labels: [], at: fleet.now(), state: '' }
    const { worker: _, note: __, ...kept } = row
    return JSON.stringify({ ...kept, ...change })
  })
}
