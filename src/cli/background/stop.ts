import { lifeOf } from '../../lib/process/process-identity.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { accountCommand } from '../program-command.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { chooseJob } from './choose-job.ts'
import { isLive, type Job, writeJob } from './jobs.ts'

const STOP = {
  name: 'stop',
  usage: usageOf(
    `Usage: capstan stop <id>   stop a background session or command, by its id or name

What was said in a session is kept: "capstan --resume <id>" continues it. "capstan agents running" lists what runs.`,
    `用法：capstan stop <id>   按 id 或名称停止后台会话或命令

会话内容会保留："capstan --resume <id>" 可继续。"capstan agents running" 列出正在运行的项目。`,
  ),
  flags: {},
} as const

/** It ends its commands and hooks in order; one that does not answer for so long is killed. */
const WAIT_MS = 10_000
const LOOK_MS = 50

/** `capstan stop` */
export const stop = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(STOP.usage)
  const { words } = readOptions(STOP, argv)
  const [wanted] = words
  if (wanted === undefined || words.length > 1)
    throw wrongUsage(STOP, argumentText('takes_one', { what: argumentText('id') }))
  return await withDeps(from, async deps => await stopAndSay(chooseJob(deps, wanted), deps))
}

export const stopAndSay = async (
  job: Job,
  deps: Pick<SessionsDeps, 'configHome' | 'process' | 'write' | 'localize'>,
): Promise<number> => {
  if (!isLive(job)) throw new ExitError(1, sessionCommandText('ended_already', { id: job.id }))
  const killed = await endJob(job)
  if (killed) writeJob(deps.configHome, { ...job, state: 'stopped', endedAt: Date.now() })
  const { session, profile = '' } = job
  const said = [
    runningText('stopped', { name: job.id }),
    ...(session === undefined
      ? []
      : [runningText('resume', { command: accountCommand(deps.process.env, profile), session })]),
  ]
  await deps.write(`${deps.localize(sentences(said))}\n`)
  return 0
}

/** True: it had to be killed, and could not say anything. */
export const endJob = async ({ process: identity }: Job): Promise<boolean> => {
  const tell = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (lifeOf(identity) === 'alive') process.kill(identity.pid, name)
  }
  tell('SIGTERM')
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    if (lifeOf(identity) !== 'alive') return false
  }
  tell('SIGKILL')
  return true
}
