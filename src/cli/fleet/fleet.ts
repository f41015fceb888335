import type { Process } from '../process.ts'
import { runSubcommand } from '../run-subcommand.ts'
import { listUsage } from '../usage.ts'

const USAGE = listUsage('fleet', [
  { name: 'init  ', help: ['make the keys and the configuration of a fleet', '生成机群的密钥和配置'] },
  {
    name: 'status',
    help: ['who is there, what waits and runs, what was spent', '谁在线、排队和运行情况、已用费用'],
  },
])

/** `capstan fleet …` */
export const fleet = async (argv: readonly string[], from: Process): Promise<number> =>
  await runSubcommand(
    {
      name: 'fleet',
      usage: USAGE,
      commands: {
        init: async () => {
          const { INIT, init } = await import('./init.ts')
          return { usage: INIT.usage, run: init }
        },
        status: async () => {
          const { STATUS, status } = await import('./list-jobs.ts')
          return { usage: STATUS.usage, run: status }
        },
      },
    },
    argv,
    from,
  )
