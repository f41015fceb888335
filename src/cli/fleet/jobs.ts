import type { Process } from '../process.ts'
import { runSubcommand } from '../run-subcommand.ts'
import { listUsage } from '../usage.ts'

const ROWS = [
  {
    name: 'submit ',
    help: ['queue a job, or one for each line of a file', '提交任务，或为文件的每一行提交一个'],
  },
  { name: 'list   ', help: ['jobs of yours, newest last', '您的任务，最新的在最后'] },
  {
    name: 'logs   ',
    help: ['what a job said and did; -f follows it', '任务说了什么、做了什么；-f 持续跟随'],
  },
  { name: 'attach ', help: ['follow a job and answer its questions', '跟随任务并回答其问题'] },
  { name: 'answer ', help: ['answer a question of a job: allow or deny', '回答任务的问题：允许或拒绝'] },
  { name: 'stop   ', help: ['stop jobs', '停止任务'] },
  { name: 'retry  ', help: ['begin jobs anew', '重新开始任务'] },
  {
    name: 'results',
    help: [
      'what a job came to; --branch, --patch and --files bring it here',
      '任务的结果；--branch、--patch、--files 取回',
    ],
  },
] as const

const USAGE = listUsage('jobs', ROWS)

/** `capstan jobs …` */
export const jobs = async (argv: readonly string[], from: Process): Promise<number> =>
  await runSubcommand(
    {
      name: 'jobs',
      usage: USAGE,
      commands: {
        submit: async () => {
          const { SUBMIT, submit } = await import('./submit.ts')
          return { usage: SUBMIT.usage, run: submit }
        },
        list: async () => {
          const { LIST, list } = await import('./list-jobs.ts')
          return { usage: LIST.usage, run: list }
        },
        logs: async () => {
          const { LOGS, logs } = await import('./follow-job.ts')
          return { usage: LOGS.usage, run: logs }
        },
        attach: async () => {
          const { ATTACH, attach } = await import('./follow-job.ts')
          return { usage: ATTACH.usage, run: attach }
        },
        answer: async () => {
          const { ANSWER, answer } = await import('./tell-jobs.ts')
          return { usage: ANSWER.usage, run: answer }
        },
        stop: async () => {
          const { STOP, stop } = await import('./tell-jobs.ts')
          return { usage: STOP.usage, run: stop }
        },
        retry: async () => {
          const { RETRY, retry } = await import('./tell-jobs.ts')
          return { usage: RETRY.usage, run: retry }
        },
        results: async () => {
          const { RESULTS, results } = await import('./results.ts')
          return { usage: RESULTS.usage, run: results }
        },
      },
    },
    argv,
    from,
  )
