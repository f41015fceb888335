import type { RunOptions } from './args/run-options.ts'
import { NO_CREDENTIALS } from './connect-model.ts'
import { type Env, readEnvironment } from './environment.ts'
import { ExitError } from './exit-error.ts'
import { version } from './version.ts'

/** What a person sees who starts Capstan without saying what to do: the ways on, and at a terminal the demo at once. */
export const welcome = async (options: RunOptions, env: Env): Promise<number> => {
  const { apiKey, authToken, baseUrl } = readEnvironment(env)
  if (options.prompt !== undefined || apiKey || authToken || baseUrl)
    throw new ExitError(
      2,
      'There is no interactive screen yet. Say what to do with -p: capstan -p "explain this repository"\nRun "capstan --help" for all commands and options.',
    )
  process.stdout.write(`${NO_CREDENTIALS}\n`)
  if (!process.stdin.isTTY || !process.stdout.isTTY || !(await wantsDemo())) return 0
  const { demo } = await import('./demo/demo.ts')
  return await demo([], { env, version, argv: [] })
}

const wantsDemo = async (): Promise<boolean> => {
  const { LineReader } = await import('./demo/line-reader.ts')
  using reader = new LineReader(process.stdin)
  const ask = (): void => void process.stdout.write('\nRun the demo now? [Y/n] ')
  ask()
  const answer = await reader.askYesNo(ask)
  if (answer === 'gone') process.stdout.write('\n')
  return answer === 'yes'
}
