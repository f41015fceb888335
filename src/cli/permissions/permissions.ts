import { ExitError } from '../exit-error.ts'
import { problemSayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { showUsage, usageOf } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan permissions check --json   (one request per line on standard input)
       capstan permissions explain '<command>' [--json]
       capstan permissions simulate --rules <file> [--add] [--since <days>] [--all-projects] [--transcript <file>] [--json]`,
  `用法：capstan permissions check --json   （从标准输入读取请求，每行一条）
      capstan permissions explain '<命令>' [--json]
      capstan permissions simulate --rules <文件> [--add] [--since <天数>] [--all-projects] [--transcript <文件>] [--json]`,
)

/** `capstan permissions …`: what would be allowed, without running anything. */
export const permissions = async (argv: readonly string[], from: Process): Promise<number> => {
  const [name, ...rest] = argv
  if (isHelp(name)) return showUsage(USAGE)
  switch (name) {
    case 'check':
      return await checkAll(rest)
    case 'explain': {
      const { EXPLAIN_USAGE, explainCall } = await import('./explain.ts')
      if (isHelp(rest[0])) return showUsage(EXPLAIN_USAGE)
      return await say(
        await explainCall(rest, { ...from, screen: screenOf(from) }, await problemSayer(from.env)),
      )
    }
    case 'simulate': {
      const { SIMULATE_USAGE, simulate } = await import('./simulate.ts')
      if (isHelp(rest[0])) return showUsage(SIMULATE_USAGE)
      const now = Date.now()
      return await say(
        await simulate(rest, { ...from, screen: screenOf(from), now }, await problemSayer(from.env)),
      )
    }
    default:
      throw new ExitError(2, USAGE)
  }
}

/** Only as the first word: later ones may belong to the command that is explained. */
const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

const checkAll = async (rest: readonly string[]): Promise<number> => {
  if (isHelp(rest[0])) return showUsage(USAGE)
  if (rest.length !== 1 || rest[0] !== '--json') throw new ExitError(2, USAGE)
  const { check } = await import('./check.ts')
  for await (const answer of check(process.stdin)) await say(answer)
  return 0
}

const say = async (text: string): Promise<0> => {
  if (!process.stdout.write(text)) await new Promise<void>(resolve => process.stdout.once('drain', resolve))
  return 0
}

const screenOf = ({ env }: Process) => ({
  colour: process.stdout.isTTY && !env['NO_COLOR'],
  ...(process.stdout.isTTY ? { columns: process.stdout.columns } : {}),
})
