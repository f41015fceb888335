import type { Fleet } from '../../features/fleet/fleet.ts'
import { answerJob, retryJob, stopJob } from '../../features/fleet/tell-job.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { readJob } from './read-result.ts'
import { withFleet } from './with-fleet.ts'

export const STOP = {
  name: 'jobs stop',
  usage: usageOf(
    `Usage: capstan jobs stop <job …>   whoever has one neither goes on nor answers any more`,
    `用法：capstan jobs stop <任务 …>   持有者不再继续，也不再能提交结果`,
  ),
  flags: {},
} as const

export const RETRY = {
  name: 'jobs retry',
  usage: usageOf(
    `Usage: capstan jobs retry <job …>   begin jobs that have ended anew, from nothing`,
    `用法：capstan jobs retry <任务 …>   从头重新开始已结束的任务`,
  ),
  flags: {},
} as const

export const ANSWER = {
  name: 'jobs answer',
  usage: usageOf(
    `Usage: capstan jobs answer <job> <question> --allow | --deny [--note <text>]   the first answer counts`,
    `用法：capstan jobs answer <任务> <问题> --allow | --deny [--note <文字>]   以第一个回答为准`,
  ),
  flags: { allow: { type: 'boolean' }, deny: { type: 'boolean' }, note: { type: 'string' } },
} as const

export const stop = async (argv: readonly string[], deps: SessionsDeps): Promise<number> =>
  await each(STOP, { argv, deps, act: stopJob, said: 'stopped', not: 'not_running' })

export const retry = async (argv: readonly string[], deps: SessionsDeps): Promise<number> =>
  await each(RETRY, { argv, deps, act: retryJob, said: 'queued_again', not: 'not_ended' })

interface Telling {
  readonly argv: readonly string[]
  readonly deps: SessionsDeps
  act(fleet: Fleet, job: string): Promise<boolean>
  readonly said: 'stopped' | 'queued_again'
  readonly not: 'not_running' | 'not_ended'
}

/** 1 where one of them could not be told so. */
const each = async (
  spec: typeof STOP | typeof RETRY,
  { argv, deps, act, said, not }: Telling,
): Promise<number> => {
  const { words } = readOptions(spec, argv)
  if (words.length === 0) throw wrongUsage(spec, argumentText('takes_one', { what: 'job' }))
  return await withFleet(deps, ['owner'], async fleet => {
    let code = 0
    for (const job of words) {
      await readJob(fleet, job)
      const done = await act(fleet, job)
      if (!done) code = 1
      await deps.write(`${deps.localize(fleetText(done ? said : not, { job }))}\n`)
    }
    return code
  })
}

export const answer = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(ANSWER, argv)
  const [job, id] = given.words
  if (job === undefined || id === undefined || given.is('allow') === given.is('deny'))
    throw wrongUsage(ANSWER, fleetText('one_answer'))
  return await withFleet(deps, ['owner'], async fleet => {
    await readJob(fleet, job)
    const note = given.text('note')
    await answerJob(fleet, { job, id, allow: given.is('allow'), ...(note === undefined ? {} : { note }) })
    await deps.write(`${deps.localize(fleetText('answered', { job }))}\n`)
    return 0
  })
}
