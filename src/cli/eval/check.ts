import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckOutcome } from '../../features/evals/result.ts'
import { missingOf, type TaskPorts } from '../../features/evals/run/ports.ts'
import { applyPatch, copyAt, prepareCopy } from '../../features/evals/run/prepare-copy.ts'
import { putOver } from '../../features/evals/run/put-over.ts'
import { runChecks } from '../../features/evals/run/run-checks.ts'
import type { EvalTask } from '../../features/evals/task.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { messageOf } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { usageOf } from '../usage.ts'
import { findSandbox, makeTaskPorts, workFolder } from './make-ports.ts'
import { tasksOf } from './run-evals.ts'

export const CHECK = {
  name: 'eval check',
  usage: usageOf(
    `Usage: capstan eval check [tasks …] [--only <names>] [--no-sandbox] [--repos <directory>]

Tries tasks without a model: the checks must fail at the start and pass with the reference solution.
Exit codes: 0 all do, 1 some don't`,
    `用法：capstan eval check [任务 …] [--only <名称>] [--no-sandbox] [--repos <目录>]

不使用模型地检验任务：检查在起始状态必须不通过，用参考答案必须通过。
退出码：0 全部符合，1 有不符合的`,
  ),
  flags: {
    only: { type: 'string' },
    repos: { type: 'string' },
    'test-command': { type: 'string' },
    'no-sandbox': { type: 'boolean' },
  },
} as const

/** `capstan eval check` */
export const check = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(CHECK, argv)
  const only = (given.text('only') ?? '').split(',').filter(word => word !== '')
  const tasks = tasksOf({ paths: given.words, only, text: flag => given.text(flag.slice(2)) }, deps)
  const signal = listenForSignals()
  const place = { env: deps.process.env, ...(await findSandbox(deps, !given.is('no-sandbox'))) }
  const ports = makeTaskPorts(deps, place)
  const work = join(workFolder('check'), randomBytes(4).toString('hex'))
  mkdirSync(work, { recursive: true, mode: 0o700 })
  let fine = true
  try {
    for (const task of tasks) {
      const verdict = await tryTask(task, { ports, signal, work })
      fine &&= verdict.fine
      const mark = verdict.fine ? '✓' : '✗'
      await deps.write(
        `${deps.localize(evalText('check_line', { mark, task: task.name, about: verdict.about }))}\n`,
      )
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return fine ? 0 : 1
}

interface Trial {
  readonly ports: TaskPorts
  readonly signal: AbortSignal
  readonly work: string
}

interface Verdict {
  readonly fine: boolean
  readonly about: readonly LocalizedText[]
}

const tryTask = async (task: EvalTask, trial: Trial): Promise<Verdict> => {
  const missing = await missingOf(task, trial.ports)
  if (missing !== undefined)
    return {
      fine: true,
      about: [
        evalText('skipped'),
        evalText('without_step', { kind: evalText('kind_not_here'), what: missing }),
      ],
    }
  if (task.container) return { fine: true, about: [evalText('skipped')] }
  try {
    const start = await judgeState(task, trial, 'start')
    const fails = start.some(one => !one.passed)
    // Without a prompt there is nothing to solve: it measures, and that must come out well.
    if (task.prompts.length === 0) return { fine: !fails, about: [evalText(fails ? 'failed' : 'passed')] }
    const about = [evalText(fails ? 'check_start' : 'check_start_bad')]
    if (!task.solution) return { fine: fails, about: [...about, evalText('check_no_solution')] }
    const solved = await judgeState(task, trial, 'solution')
    const wrong = solved.find(one => !one.passed)
    const why = wrong && escapeLine(`${wrong.name}: ${wrong.output.trim()}`, 500)
    return {
      fine: fails && !wrong,
      about: [
        ...about,
        wrong ? evalText('check_solution_bad', { why: why ?? '' }) : evalText('check_solution'),
      ],
    }
  } catch (error) {
    trial.signal.throwIfAborted()
    const what = error instanceof Error ? messageOf(error) : errorText(error)
    return { fine: false, about: [evalText('without_step', { kind: evalText('kind_set_up'), what })] }
  }
}

/** Rubrics need a model: they are left out. */
const judgeState = async (
  task: EvalTask,
  { ports, signal, work }: Trial,
  state: 'start' | 'solution',
): Promise<readonly CheckOutcome[]> => {
  const copy = copyAt(join(work, task.name))
  await prepareCopy(task, copy, { ports, signal })
  const { solution = {} } = task
  if (state === 'solution') {
    putOver(solution.files ?? [], copy.directory)
    if (solution.patch !== undefined) await applyPatch(solution.patch, copy, ports)
    if (solution.command !== undefined)
      await ports.command(
        {
          command: solution.command,
          cwd: copy.directory,
          seconds: task.limits.checkSeconds,
          network: task.network,
        },
        signal,
      )
  }
  const answer = state === 'solution' ? (solution.answer ?? '') : ''
  const checked = { ...task, checks: task.checks.filter(({ kind }) => kind !== 'rubric') }
  return await runChecks(checked, { copy, of: { key: task.name, answer, patch: '' } }, { ports, signal })
}
