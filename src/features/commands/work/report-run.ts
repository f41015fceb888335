import { dollars } from '../../../lib/dollars.ts'
import { escapeText } from '../../../lib/escape-text.ts'
import type { StepOutputs, WorkflowRequest } from '../../../protocol/agents/workflow.ts'
import type { CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import { lines, verbatim } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { OpError } from '../../../protocol/op.ts'
import type { BothLanguages } from '../../../protocol/tools/both-languages.ts'
import { shown } from '../answer.ts'

const USUAL_USD = 5
const MOST_USD = 10_000

/** A command whose answer is a report that several agents write in the background. */
export interface ReportKind {
  /** Of the command, of its runs, and in the text of the workflow. */
  readonly name: string
  /** At most so many work on it. */
  readonly agents: number
  /** Its one input is `topic`, its last step `report`. */
  readonly workflow: BothLanguages
  /** What to report on when nothing was said; absent: it has to be. */
  readonly bare?: BothLanguages
  /** What the reader should know of the report besides; empty: nothing. */
  doubts?(report: string, outputs: StepOutputs['outputs']): readonly LocalizedText[]
}

/** `[--usd <limit>] <topic>` starts one, `show [run id]` prints one that is finished. */
export const runReport = async (
  kind: ReportKind,
  words: string,
  host: CommandHost,
): Promise<CommandOutcome> => {
  const asked = /^show(?:\s+(w[0-9a-f]+))?$/.exec(words)
  if (!asked) return await start(kind, words, host)
  const run = await host.workflows.outputs(kind.name, asked[1])
  return shown(reportOf(kind, run))
}

const start = async (kind: ReportKind, words: string, host: CommandHost): Promise<CommandOutcome> => {
  const { name, agents, workflow, bare } = kind
  const given = readWords(words)
  const { promptLanguage } = host.place
  const topic = given.topic === '' ? bare?.[promptLanguage] : given.topic
  if (topic === undefined) throw new OpError(workflowAnswer('report_usage', { name }))
  const maxUsd = given.usd ?? USUAL_USD
  if (given.usd === undefined) {
    const agreed = await host.workflows.confirmCost({ name, task: topic, agents, maxUsd })
    if (agreed === undefined) throw new OpError(workflowAnswer('report_cost', { name }))
    if (!agreed) return shown(workflowAnswer('not_started'))
  }
  const wish: WorkflowRequest = {
    text: workflow[promptLanguage],
    inputs: { topic },
    maxUsd,
    endNotice: workflowAnswer('report_ready', { name }),
  }
  if (host.workflows.runToEnd) return shown(await waitFor(kind, wish, host))
  const { runId } = await host.workflows.start(wish)
  return shown(workflowAnswer('report_started', { id: runId, money: dollars(maxUsd) }))
}

/** Where nobody would be told later, the report is the answer. */
const waitFor = async (
  kind: ReportKind,
  wish: WorkflowRequest,
  { workflows }: CommandHost,
): Promise<LocalizedText> => {
  const info = await workflows.runToEnd?.(wish)
  const run = info && (await workflows.outputs(kind.name, info.runId))
  if (info?.error !== undefined && !hasReport(run)) throw new OpError(info.localized ?? verbatim(info.error))
  return reportOf(kind, run)
}

const hasReport = (run: StepOutputs | undefined): boolean => textIn(run) !== undefined

const textIn = (run: StepOutputs | undefined): string | undefined => {
  const text = run?.outputs.get('report')
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const reportOf = (kind: ReportKind, run: StepOutputs | undefined): LocalizedText => {
  const { name } = kind
  if (!run) throw new OpError(workflowAnswer('no_report', { name }))
  const report = textIn(run)
  if (report === undefined)
    throw new OpError(
      run.isRunning
        ? workflowAnswer('report_being_made')
        : workflowAnswer('report_unfinished', { id: run.runId }),
    )
  const doubts = kind.doubts?.(report, run.outputs) ?? []
  return lines([verbatim(escapeText(report)), ...(doubts.length === 0 ? [] : ['', ...doubts])])
}

/** `--usd 3`, wherever it stands. */
const readWords = (words: string): { readonly topic: string; readonly usd?: number } => {
  let usd: number | undefined
  const topic = words.replace(/(?:^|\s)--usd(?:\s+|=)(\S+)/, (_all, text: string) => {
    usd = Number(text.replace(/^\$/, ''))
    if (!(usd > 0) || usd > MOST_USD)
      throw new OpError(usageAnswer('above_zero', { flag: 'usd', most: MOST_USD }))
    return ' '
  })
  return { topic: topic.trim(), ...(usd === undefined ? {} : { usd }) }
}
