import type { Process } from '../process.ts'
import { runSubcommand, type Subcommands } from '../run-subcommand.ts'
import { usageOf } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan eval run | compare | report | list | check | init   how well does it do on your own tasks?

  run       hold sessions on tasks, check what they did; a matrix compares models, settings, prompts
  compare   whether one run or variant is better than another, beyond chance
  report    what a run came to: tables, HTML with every transcript, JSON, JUnit
  list      tasks; --runs: runs
  check     try tasks without a model: fails at the start, passes with the solution
  init      make a task of a past session

"capstan eval <command> --help" tells more.`,
  `用法：capstan eval run | compare | report | list | check | init   它在你自己的任务上表现如何？

  run       在任务上进行会话并检查结果；矩阵可比较模型、设置和提示词
  compare   一次运行或变体是否优于另一个，且超出偶然
  report    一次运行的结果：表格、含全部会话记录的 HTML、JSON、JUnit
  list      任务；--runs：运行记录
  check     不使用模型地检验任务：起始状态不通过，用参考答案通过
  init      把过去的会话变成任务

详情见 "capstan eval <命令> --help"。`,
)

const COMMANDS: Subcommands = {
  run: async () => {
    const [{ RUN }, { run }] = await Promise.all([import('./run-args.ts'), import('./run-evals.ts')])
    return { usage: RUN.usage, run }
  },
  compare: async () => {
    const { compare, COMPARE } = await import('./look.ts')
    return { usage: COMPARE.usage, run: compare }
  },
  report: async () => {
    const { report, REPORT } = await import('./look.ts')
    return { usage: REPORT.usage, run: report }
  },
  list: async () => {
    const { list, LIST } = await import('./look.ts')
    return { usage: LIST.usage, run: list }
  },
  check: async () => {
    const { check, CHECK } = await import('./check.ts')
    return { usage: CHECK.usage, run: check }
  },
  init: async () => {
    const { init, INIT } = await import('./init.ts')
    return { usage: INIT.usage, run: init }
  },
}

/** `capstan eval` */
export const evaluate = async (argv: readonly string[], from: Process): Promise<number> =>
  await runSubcommand({ name: 'eval', usage: USAGE, commands: COMMANDS }, argv, from)
