import type { StepOutputs } from '../../../protocol/agents/workflow.ts'
import type { Command } from '../../../protocol/command.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { described } from '../described.ts'
import { RESEARCH_WORKFLOW } from './deep-research-workflow.ts'
import { type ReportKind, runReport } from './report-run.ts'

/** Questions, a search for each, a look at every source again, a report: by agents, in the background. */
export const deepResearchCommand: Command = {
  ...described('deep_research'),
  group: 'work',
  headless: true,
  beside: true,
  run: async (args, host) => await runReport(RESEARCH, args.trim(), host),
}

/** Addresses that a report refers to, and nobody opened a second time. */
const unchecked = (report: string, outputs: StepOutputs['outputs']): readonly LocalizedText[] => {
  const known = JSON.stringify([...outputs].filter(([step]) => step.startsWith('check')))
  const addresses = new Set(report.match(/https?:\/\/[^\s<>()[\]"'`，。；、）】》]+/g) ?? [])
  const missing = [...addresses].map(trimmed).filter(address => !known.includes(address))
  return missing.length === 0 ? [] : [workflowAnswer('unchecked_sources', { addresses: missing })]
}

/** A sentence may end behind an address. */
const trimmed = (address: string): string => address.replace(/[.,;:!?/]+$/, '')

const RESEARCH: ReportKind = {
  name: 'deep-research',
  // One that asks, at most six that search, as many that check, one that writes.
  agents: 14,
  workflow: RESEARCH_WORKFLOW,
  doubts: unchecked,
}
