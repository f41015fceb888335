import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { withDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { chooseJob } from './choose-job.ts'
import { forgetJob, isLive } from './jobs.ts'

const RM = {
  name: 'rm',
  usage: usageOf(
    `Usage: capstan rm <id>   remove an ended background session or command, and its log, from the list

The session itself is kept ("capstan sessions purge" deletes sessions).`,
    `用法：capstan rm <id>   从列表中移除已结束的后台会话或命令及其日志

会话本身会保留（删除会话请用 "capstan sessions purge"）。`,
  ),
  flags: {},
} as const

/** `capstan rm` */
export const rm = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(RM.usage)
  const { words } = readOptions(RM, argv)
  const [wanted] = words
  if (wanted === undefined || words.length > 1)
    throw wrongUsage(RM, argumentText('takes_one', { what: argumentText('id') }))
  return await withDeps(from, async deps => {
    const { configHome, localize, write } = deps
    const job = chooseJob(deps, wanted)
    if (isLive(job))
      throw new ExitError(
        1,
        sessionCommandText('still_running', { id: job.id, command: programCommand(from.env) }),
      )
    forgetJob(configHome, job.id)
    await write(`${localize(runningText('removed', { name: job.id }))}\n`)
    return 0
  })
}
