import { basename } from 'node:path'
import { dollars } from '../../../lib/dollars.ts'
import { escapeLine, escapeText } from '../../../lib/escape-text.ts'
import type { WorkflowInfo } from '../../../protocol/agents/workflow.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import { lines, mapText } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'

/** What a run came to, for a person. */
export const reportText = (info: WorkflowInfo, resume: string): LocalizedText => {
  const rows = info.steps.map(({ id, state, kept, ms, tokens, usd, error = '', localized }) => [
    id,
    cellText(kept && state === 'done' ? 'done_earlier' : state),
    ms >= 1000 ? workflowAnswer('seconds', { count: Math.round(ms / 1000) }) : '',
    tokens,
    usd > 0 ? dollars(usd) : '',
    localized ? mapText(localized, inCell) : inCell(error),
  ])
  const outputs = Object.entries(info.outputs ?? {})
  const trees = info.steps.flatMap(({ worktrees = [] }) => worktrees)
  return lines([
    table(headerOf('step', 'state', 'time', 'tokens', 'cost', ''), rows),
    '',
    ...outputs.map(([name, value]) => escapeText(`${name}: ${shown(value)}`)),
    ...trees.map(path => workflowAnswer('work_in_worktree', { path, name: basename(path) })),
    workflowAnswer('ended', {
      state: workflowAnswer(`state_${info.state}`),
      tokens: info.tokens.toLocaleString('en-US'),
      money: dollars(info.usd),
    }),
    ...(info.error === undefined
      ? []
      : [info.localized ? mapText(info.localized, escapeText) : escapeText(info.error)]),
    ...(info.state === 'completed' ? [] : [workflowAnswer('resume_with', { command: resume })]),
  ])
}

const inCell = (words: string): string => escapeLine(words.replace(/\s+/g, ' '), 100)

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
