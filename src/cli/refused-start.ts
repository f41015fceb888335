import { SURFACES } from '../features/compatibility/surfaces.ts'
import type { Verdict } from '../features/compatibility/verdict.ts'
import { readEnvironment } from '../host/environment.ts'
import { missingFirst } from '../host/providers/provider-credential.ts'
import type { Env } from '../protocol/host.ts'
import { cliText } from '../protocol/messages/cli/cli.ts'
import { usageText } from '../protocol/messages/cli/usage.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import type { RunOptions } from './args/run-options.ts'
import { ExitError } from './exit-error.ts'
import { programCommand } from './program-command.ts'

/** What to say of a flag or a first word that is not ours: why another program has it, where that is known. */
export const explainUnknown = (name: string, problem: LocalizedText): LocalizedText => {
  const isFlag = name.startsWith('--')
  const verdict = isFlag ? verdictOf('flags', name) : verdictOf('subcommands', name)
  if (verdict?.verdict !== 'absent') return problem
  return usageText('absent', {
    problem: isFlag ? usageText('absent_flag', { flag: name }) : problem,
    why: verdict.text,
  })
}

/** Of a command with commands of its own, what is said of the first of them. */
const verdictOf = (surface: string, name: string): Verdict | undefined => {
  const names = SURFACES.find(({ key }) => key === surface)?.names ?? {}
  const key = Object.keys(names).find(each => each === name || each.startsWith(`${name} `))
  return key === undefined ? undefined : names[key]
}

/** What is said where a conversation is asked for and there is no terminal to have it in. */
export const withoutTerminal = (options: RunOptions, env: Env): number => {
  const { apiKey, authToken, baseUrl } = readEnvironment(env)
  if (options.prompt === undefined && !apiKey && !authToken && !baseUrl) {
    process.stdout.write(`${missingFirst(env).text}\n`)
    return 0
  }
  const which = process.stdin.isTTY ? 'stdout' : 'stdin'
  const command = programCommand(env)
  throw new ExitError(2, cliText('not_a_terminal', { stream: which, command }))
}
