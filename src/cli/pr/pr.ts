import type { Process } from '../process.ts'
import { runSubcommand } from '../run-subcommand.ts'
import { usageOf } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan pr watch <url|number> [options]      follow a pull request; --fix works until its checks pass`,
  `用法：capstan pr watch <地址|编号> [选项]      关注拉取请求；--fix 一直工作到检查通过`,
)

/** `capstan pr` */
export const pr = async (argv: readonly string[], from: Process): Promise<number> =>
  await runSubcommand(
    { name: 'pr', usage: USAGE, commands: { watch: async () => (await import('./watch.ts')).WATCH } },
    argv,
    from,
  )
