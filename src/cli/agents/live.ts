import { resolve } from 'node:path'
import { isSessionOpen } from '../../features/sessions/session-lock.ts'
import { isInside } from '../../lib/paths.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { isLive, type Job, type JobState, readJobs } from '../background/jobs.ts'
import { createHost } from '../create-host.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'

export const LIVE = {
  name: 'agents live',
  usage: usageOf(
    `Usage: capstan agents --json [--all] [--cwd <dir>]   sessions that are open now, as a JSON array

  --all         background sessions that have ended as well
  --cwd <dir>   only sessions started in that directory or below it

Each has cwd, kind (interactive or background) and startedAt (milliseconds), and where they are known sessionId, name
and pid; a background session also id, for "capstan attach", and state.`,
    `用法：capstan agents --json [--all] [--cwd <目录>]   以 JSON 数组列出当前打开的会话

  --all          包括已结束的后台会话
  --cwd <目录>   只列出在该目录或其子目录中启动的会话

每项都有 cwd、kind（interactive 或 background）和 startedAt（毫秒），已知时还有 sessionId、name 和 pid；
后台会话另有 id（供 "capstan attach" 使用）和 state。`,
  ),
  flags: { json: { type: 'boolean' }, all: { type: 'boolean' }, cwd: { type: 'string' } },
} as const

interface LiveSession {
  readonly cwd: string
  readonly kind: 'interactive' | 'background'
  readonly startedAt: number
  readonly sessionId?: string
  readonly name?: string
  readonly id?: string
  readonly state?: string
  readonly pid?: number
}

/** `capstan agents --json` */
export const live = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIVE, argv)
  if (given.words.length > 0) throw wrongUsage(LIVE, argumentText('no_words'))
  const below = given.text('cwd')
  const root = below === undefined ? undefined : resolve(deps.cwd, below)
  const jobs = readJobs(deps.configHome).filter(job => job.kind === 'session')
  const found = [
    ...jobs.filter(job => given.is('all') || isLive(job) || RUNS.has(job.state)).map(ofJob),
    ...(await openSessions(deps, new Set(jobs.map(({ session }) => session)))),
  ]
  const wanted = found.filter(({ cwd }) => root === undefined || isInside(cwd, root, { caseSensitive: true }))
  await deps.write(`${JSON.stringify(wanted.toSorted((a, b) => b.startedAt - a.startedAt))}\n`)
  return 0
}

const RUNS: ReadonlySet<JobState> = new Set(['working', 'needs input'])

/** As programs know them. */
const STATES: Readonly<Record<JobState, string>> = {
  working: 'working',
  'needs input': 'blocked',
  idle: 'done',
  done: 'done',
  failed: 'failed',
  crashed: 'failed',
  stopped: 'stopped',
}

const ofJob = (job: Job): LiveSession => ({
  cwd: job.cwd,
  kind: 'background',
  startedAt: job.startedAt,
  id: job.id,
  state: STATES[job.state],
  ...(job.session === undefined ? {} : { sessionId: job.session }),
  ...(job.name === undefined ? {} : { name: job.name }),
  ...(isLive(job) ? { pid: job.process.pid } : {}),
})

/** Those that some program has open, and that are no background sessions. */
const openSessions = async (
  deps: SessionsDeps,
  background: ReadonlySet<string | undefined>,
): Promise<readonly LiveSession[]> => {
  await using host = createHost(deps.process)
  const sessions = await host.list({ env: deps.process.env })
  return sessions
    .filter(({ id, path }) => !background.has(id) && isSessionOpen(path, () => deps.now))
    .map(({ id, cwd = '', createdAt, modifiedAt, title }) => ({
      cwd,
      kind: 'interactive',
      startedAt: createdAt === undefined ? modifiedAt : Date.parse(createdAt),
      sessionId: id,
      ...(title === undefined ? {} : { name: title }),
    }))
}
