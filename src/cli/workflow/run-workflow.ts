import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { planWorkflow } from '../../agents/workflow/plan-workflow.ts'
import { reportText } from '../../features/commands/work/workflow-report.ts'
import { readAssignments, readWorkflowInputs } from '../../features/workflows/read-inputs.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import type { WorkflowRequest } from '../../protocol/agents/workflow.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { parseArgs } from '../args/parse-args.ts'
import type { RunOptions } from '../args/run-options.ts'
import { createHost } from '../create-host.ts'
import { ExitError } from '../exit-error.ts'
import { openRequestOf, overridesOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { keepForLedger } from '../sessions/keep-for-ledger.ts'
import { wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { usageOf } from '../usage.ts'
import { earlierRuns, estimateCost } from './estimate.ts'
import { follow } from './follow.ts'
import { findHere, findOne, isFile } from './here.ts'
import { planText } from './plan-text.ts'

export const RUN = {
  name: 'workflow run',
  usage: usageOf(
    `Usage: capstan workflow run <name|file> [--input name=value …] [options]
       capstan workflow run --resume <run id> [options]

  --input name=value    an input; JSON where its schema wants more than text. Repeat for more
  --dry-run             show every step with its prompt, how many agents it would start, and about
                        what they would cost
  --resume <run id>     go on with a run; finished steps are not repeated
  --max-budget-usd <n>  end the run when it has cost this much
  --fleet               agents of its steps work on the machines of your fleet
  --json                the result as JSON

Options of "capstan -p" work too: --model, --permission-mode, --allowedTools, --settings, --trust …
Commands need permission as always; allow them with --allowedTools "Bash(npm test:*)".
Exit codes: 0 completed, 1 failed, 2 can't be run, 130 stopped`,
    `用法：capstan workflow run <名称|文件> [--input 名称=值 …] [选项]
      capstan workflow run --resume <运行 id> [选项]

  --input 名称=值       一个输入；若其模式要求的不只是文本，则写 JSON。可重复
  --dry-run             显示每个步骤及其提示词、会启动多少个智能体，以及大致费用
  --resume <运行 id>    继续一次运行；已完成的步骤不会重复
  --max-budget-usd <n>  费用达到此值时结束运行
  --fleet               各步骤的智能体在您的机群上工作
  --json                以 JSON 输出结果

"capstan -p" 的选项同样适用：--model、--permission-mode、--allowedTools、--settings、--trust …
命令照常需要权限；可用 --allowedTools "Bash(npm test:*)" 允许。
退出码：0 完成，1 失败，2 无法运行，130 已停止`,
  ),
} as const

interface Asked {
  readonly which?: string
  readonly assignments: readonly string[]
  readonly resume?: string
  readonly json: boolean
  readonly dryRun: boolean
  readonly fleet: boolean
  readonly options: RunOptions
}

/** The name comes first; what is not ours is an option of the session. */
const readArgs = (argv: readonly string[]): Asked => {
  const [first] = argv
  const which = first !== undefined && !first.startsWith('-') ? first : undefined
  const rest: string[] = []
  const assignments: string[] = []
  let resume: string | undefined
  let [json, dryRun, fleet] = [false, false, false]
  const words = argv.slice(which === undefined ? 0 : 1)
  for (let at = 0; at < words.length; at++) {
    const [, flag = words[at], inline] = /^(--(?:input|resume))=(.*)$/s.exec(words[at] ?? '') ?? []
    const value = (): string => {
      const next = inline ?? words[++at]
      if (next === undefined) throw wrongUsage(RUN, argumentText('needs_value', { flag: flag ?? '' }))
      return next
    }
    if (flag === '--input') assignments.push(value())
    else if (flag === '--resume') resume = value()
    else if (flag === '--json') json = true
    else if (flag === '--dry-run') dryRun = true
    else if (flag === '--fleet') fleet = true
    else rest.push(words[at] ?? '')
  }
  const parsed = parseArgs(['-p', ...rest])
  if (parsed.kind !== 'run')
    throw wrongUsage(RUN, parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'))
  const { options } = parsed
  if (options.prompt !== undefined)
    throw wrongUsage(RUN, argumentText('one_too_many', { word: JSON.stringify(options.prompt) }))
  if ((which === undefined) === (resume === undefined))
    throw wrongUsage(
      RUN,
      which === undefined
        ? argumentText('name_one', { what: argumentText('a_workflow') })
        : argumentText('workflow_or_run'),
    )
  if (resume !== undefined && (dryRun || assignments.length > 0))
    throw wrongUsage(RUN, argumentText('same_inputs'))
  return {
    assignments,
    json,
    dryRun,
    fleet,
    options,
    ...(which === undefined ? {} : { which }),
    ...(resume === undefined ? {} : { resume }),
  }
}

/** `capstan workflow run` */
export const run = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const asked = readArgs(argv)
  return asked.dryRun ? await dryRun(asked, deps) : await runToEnd(asked, deps)
}

const dryRun = async (
  { which = '', assignments, json, options }: Asked,
  deps: SessionsDeps,
): Promise<number> => {
  const here = await findHere(deps.process, overridesOf(options))
  const { workflow } = await findOne(which, here)
  const assigned = readAssignments(workflow, assignments)
  const { inputs, problems } = await readWorkflowInputs(workflow, assigned.inputs)
  const wrong = [...assigned.problems, ...problems]
  if (wrong.length > 0)
    throw new ExitError(2, commandText('cannot_run', { name: workflow.name, problems: wrong }))
  const plan = planWorkflow(workflow, inputs)
  const estimate = estimateCost(
    plan,
    earlierRuns(here.runs, { name: workflow.name, cwd: here.cwd }),
    here.price,
  )
  const shown = { name: workflow.name, inputs, ...plan, ...(estimate ? { estimate } : {}) }
  await deps.write(`${json ? JSON.stringify(shown) : deps.localize(planText(plan, estimate))}\n`)
  return 0
}

const runToEnd = async (asked: Asked, deps: SessionsDeps): Promise<number> => {
  const { options, json, fleet } = asked
  const from: Process = deps.process
  const signal = listenForSignals()
  await using host = createHost(from)
  const request = openRequestOf(options, from)
  if (fleet) await requireFleet(deps)
  await using engine = await host.open({
    ...request,
    warn: deps.warn,
    overrides: { ...request.overrides, ...(fleet ? { fleet: 'all' } : {}) },
  })
  const { configHome } = deps
  if (!options.noSessionPersistence) await keepForLedger(engine, { configHome, cwd: from.cwd ?? deps.cwd })
  const runId = asked.resume ?? `w${randomBytes(5).toString('hex')}`
  const resume = `${programCommand(from.env)} workflow run --resume ${runId}`
  const info = await follow(engine, wishOf(asked, runId), {
    signal,
    begun: () => deps.warn(noteText('run', { id: runId })),
    line: deps.warn,
  })
  await deps.write(json ? `${JSON.stringify(info)}\n` : `${deps.localize(reportText(info, resume))}\n`)
  if (info.state === 'completed') return 0
  return signal.aborted ? signalCode(signal.reason) : 1
}

/** That there is none is said before anything begins. */
export const requireFleet = async ({ configHome }: SessionsDeps): Promise<void> => {
  const { readMember } = await import('../fleet/fleet-home.ts')
  readMember({ configHome, roles: ['owner'] })
}

const wishOf = ({ which, assignments, resume, options }: Asked, runId: string): WorkflowRequest => ({
  quiet: true,
  ...(resume === undefined ? { runId, assignments } : { resume }),
  ...(which === undefined ? {} : isFile(which) ? { path: resolve(which) } : { name: which }),
  ...(options.maxBudgetUsd === undefined ? {} : { maxUsd: options.maxBudgetUsd }),
})
