import { escapeLine } from '../../lib/escape-text.ts'
import { columns } from '../../lib/text/columns.ts'
import { isLive, type Job } from './jobs.ts'

export const jobTable = (jobs: readonly Job[], now: number): string =>
  columns(
    ['id', 'kind', 'state', 'age', 'task', 'directory'],
    jobs.map(job => [
      job.id,
      job.kind,
      stateOf(job),
      ageSince(job.startedAt, now),
      escapeLine(job.name ?? (job.task === '' ? '(no task yet)' : job.task), 60),
      escapeLine(job.cwd, 60),
    ]),
  )

const stateOf = ({ state, exitCode }: Job): string =>
  state === 'failed' && exitCode !== undefined ? `failed (exit code ${exitCode})` : state

/** For programs. */
export const jobFields = (job: Job) => ({
  background: job.kind,
  id: job.id,
  session: job.session ?? null,
  name: job.name ?? null,
  directory: job.cwd,
  task: job.task,
  state: job.state,
  pid: isLive(job) ? job.process.pid : null,
  startedAt: job.startedAt,
  exitCode: job.exitCode ?? null,
})

export const ageSince = (startedAt: number, now: number): string => {
  const seconds = Math.max(0, Math.round((now - startedAt) / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
