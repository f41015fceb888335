import { existsSync } from 'node:fs'
import { PROFILE_VARIABLE } from '../../host/profiles/profile.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { parseArgs } from '../args/parse-args.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { withDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { chooseJob } from './choose-job.ts'
import { isLive, type Job } from './jobs.ts'
import { launch } from './start-background.ts'
import type { StartFile } from './start-file.ts'
import { endJob } from './stop.ts'

const RESPAWN = {
  name: 'respawn',
  usage: usageOf(
    `Usage: capstan respawn <id>   start a background session or command again, under its id

A session that still runs is stopped first. It continues where it was, with today's settings: flags of its first start
(permissions, model, tools) don't count again. A command runs from the start.`,
    `用法：capstan respawn <id>   用同一 id 重新启动后台会话或命令

仍在运行的会话会先停止，再从中断处继续，并采用当前的设置：首次启动时的选项（权限、模型、工具）不再生效。
命令则从头运行。`,
  ),
  flags: {},
} as const

/** `capstan respawn` */
export const respawn = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(RESPAWN.usage)
  const { words } = readOptions(RESPAWN, argv)
  const [wanted] = words
  if (wanted === undefined || words.length > 1)
    throw wrongUsage(RESPAWN, argumentText('takes_one', { what: argumentText('id') }))
  return await withDeps(from, async deps => {
    const job = chooseJob(deps, wanted)
    const file = fileFor(job)
    if (!existsSync(job.cwd))
      throw new ExitError(
        1,
        sessionCommandText('directory_gone', { id: job.id, directory: escapeLine(job.cwd) }),
      )
    if (isLive(job)) await endJob(job)
    return await launch(file, { ...from, env: environmentOf(job, from.env), cwd: job.cwd })
  })
}

const fileFor = ({ id, kind, session, task, name }: Job): StartFile & { readonly id: string } => {
  if (kind === 'shell') return { kind, id, command: task, ...(name === undefined ? {} : { name }) }
  if (session === undefined) throw new ExitError(1, sessionCommandText('no_session_yet', { id }))
  const named = name === undefined ? [] : ['--name', name]
  const parsed = parseArgs(['--background', '--resume', session, ...named])
  if (parsed.kind !== 'run') throw new Error(`a session cannot be resumed with these flags: ${parsed.kind}`)
  return { kind, id, options: parsed.options, task }
}

/** What was said to one account isn't sent to another because the terminal is another one. */
const environmentOf = ({ profile }: Job, env: Process['env']): Process['env'] => {
  const { [PROFILE_VARIABLE]: _, ...others } = env
  return profile === undefined ? others : { ...others, [PROFILE_VARIABLE]: profile }
}
