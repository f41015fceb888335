import { readEnvironment } from '../host/environment.ts'
import { missingFirst } from '../host/providers/provider-credential.ts'
import type { Env } from '../protocol/host.ts'
import { cliText } from '../protocol/messages/cli/cli.ts'
import type { RunOptions } from './args/run-options.ts'
import { ExitError } from './exit-error.ts'
import { programCommand } from './program-command.ts'

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
