import { dollars } from '../../../lib/dollars.ts'
import type { StepOutputs, WorkflowRequest } from '../../../protocol/agents/workflow.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'
import { DEEP_PLAN, DEEP_PLAN_AGENTS, DEEP_PLAN_TEXT, PLAN_STEPS } from './deep-plan.ts'

const USUAL_USD = 5
const MOST_USD = 10_000

/** A plan made by several agents in the background, then read, commented and approved like any other. */
export const ultraplanCommand: Command = {
  ...described('ultraplan'),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, host) {
    const words = args.trim()
    const asked = /^review(?:\s+(w[0-9a-f]+))?$/.exec(words)
    return asked ? await review(host, asked[1]) : await start(host, words)
  },
}

const start = async (host: CommandHost, words: string): Promise<CommandOutcome> => {
  const { task, usd } = readWords(words)
  if (task === '') throw new OpError(workflowAnswer('plan_usage'))
  const maxUsd = usd ?? USUAL_USD
  if (usd === undefined) {
    const agreed = await host.workflows.confirmCost({
      name: DEEP_PLAN,
      task,
      agents: DEEP_PLAN_AGENTS,
      maxUsd,
    })
    if (agreed === undefined) throw new OpError(workflowAnswer('say_cost'))
    if (!agreed) return shown(workflowAnswer('not_started'))
  }
  const wish: WorkflowRequest = {
    text: DEEP_PLAN_TEXT,
    inputs: { task },
    maxUsd,
    quiet: true,
    endNotice: workflowAnswer('plan_ready'),
  }
  if (host.workflows.runToEnd) return shown(verbatim(planOf(await waitFor(host, wish))))
  const { runId } = await host.workflows.start(wish)
  return shown(workflowAnswer('planning', { id: runId, money: dollars(maxUsd) }))
}

/** Where nobody would be told later, the plan is the answer. */
const waitFor = async ({ workflows }: CommandHost, wish: WorkflowRequest): Promise<StepOutputs> => {
  const info = await workflows.runToEnd?.(wish)
  const run = info && (await workflows.outputs(DEEP_PLAN, info.runId))
  if (info?.error !== undefined && (!run || newest(run) === undefined))
    throw new OpError(info.localized ?? verbatim(info.error))
  if (!run) throw new OpError(workflowAnswer('no_plan'))
  return run
}

const review = async ({ engine, workflows }: CommandHost, runId?: string): Promise<CommandOutcome> => {
  const run = await workflows.outputs(DEEP_PLAN, runId)
  if (!run) throw new OpError(workflowAnswer('no_plan'))
  if (run.isRunning) throw new OpError(workflowAnswer('plan_being_made'))
  await engine.send({ type: 'open_plan', text: planOf(run) })
  return {
    kind: 'submit',
    text: PROMPT_FOR_REVIEW,
  }
}

const planOf = (run: StepOutputs): string => {
  const plan = newest(run)
  if (plan === undefined) throw new OpError(workflowAnswer('plan_unfinished', { id: run.runId }))
  return plan
}

const newest = ({ outputs }: StepOutputs): string | undefined =>
  PLAN_STEPS.map(step => outputs.get(step)).find(
    (output): output is string => typeof output === 'string' && output.trim() !== '',
  )

/** `--usd 3`, wherever it stands. */
const readWords = (words: string): { readonly task: string; readonly usd?: number } => {
  let usd: number | undefined
  const task = words.replace(/(?:^|\s)--usd(?:\s+|=)(\S+)/, (_all, text: string) => {
    usd = Number(text.replace(/^\$/, ''))
    if (!(usd > 0) || usd > MOST_USD)
      throw new OpError(usageAnswer('above_zero', { flag: 'usd', most: MOST_USD }))
    return ' '
  })
  return { task: task.trim(), ...(usd === undefined ? {} : { usd }) }
}

/** For the model: the plan is there already, and the person wants to see it as it is. */
const PROMPT_FOR_REVIEW =
  'The plan that several agents made is in the plan file now. Show it to me with ExitPlanMode as it is; read the file only once I have answered.'
