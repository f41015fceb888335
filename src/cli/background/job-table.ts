import { escapeLine } from '../../lib/escape-text.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { cellText } from '../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { table } from '../../protocol/messages/table.ts'
import { isLive, type Job } from './jobs.ts'

export const jobTable = (jobs: readonly Job[], now: number): LocalizedText =>
  table(
    [
      'id',
      runningText('kind'),
      cellText('state'),
      cellText('age'),
      runningText('task'),
      cellText('directory'),
    ],
    jobs.map(job => [
      job.id,
      runningText(`kind_${job.kind}`),
      stateOf(job),
      ageSince(job.startedAt, now),
      taskOf(job),
      escapeLine(job.cwd, 60),
    ]),
  )

const taskOf = ({ name, task }: Job): Text => {
  const known = name ?? task
  return known === '' ? runningText('no_task') : escapeLine(known, 60)
}

const stateOf = ({ state, exitCode }: Job): Text =>
  state === 'failed' && exitCode !== undefined
    ? runningText('failed_with', { code: String(exitCode) })
    : stateText(state)

const stateText = (state: Job['state']): LocalizedText =>
  runningText(state === 'needs input' ? 'state_needs_input' : `state_${state}`)

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

export const ageSince = (startedAt: number, now: number): LocalizedText => {
  const seconds = Math.max(0, Math.round((now - startedAt) / 1000))
  if (seconds < 120) return runningText('seconds', { count: seconds })
  if (seconds < 7_200) return runningText('minutes', { count: Math.round(seconds / 60) })
  return runningText('hours', { count: Math.round(seconds / 3_600) })
}
