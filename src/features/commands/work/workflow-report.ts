import { basename } from 'node:path'
import { dollars } from '../../../lib/dollars.ts'
import { escapeLine, escapeText } from '../../../lib/escape-text.ts'
import type { WorkflowInfo } from '../../../protocol/agents/workflow.ts'
import { columns } from '../columns.ts'

/** What a run came to, for a person. */
export const reportText = (info: WorkflowInfo, resume: string): string => {
  const rows = info.steps.map(({ id, state, kept, ms, tokens, usd, error = '' }) => [
    id,
    kept && state === 'done' ? 'done earlier' : state,
    ms >= 1000 ? `${Math.round(ms / 1000)} s` : '',
    tokens,
    usd > 0 ? dollars(usd) : '',
    escapeLine(error.replace(/\s+/g, ' '), 100),
  ])
  const outputs = Object.entries(info.outputs ?? {})
  const trees = info.steps.flatMap(({ worktrees = [] }) => worktrees)
  return [
    columns(['step', 'state', 'time', 'tokens', 'cost', ''], rows, false),
    '',
    ...outputs.map(([name, value]) => escapeText(`${name}: ${shown(value)}`)),
    ...trees.map(
      path =>
        `Work is in the worktree ${path}; bring it back with: capstan worktrees merge ${basename(path)}`,
    ),
    `${HEADS[info.state]} · ${info.tokens.toLocaleString('en-US')} tokens · ${dollars(info.usd)}`,
    ...(info.error === undefined ? [] : [escapeText(info.error)]),
    ...(info.state === 'completed' ? [] : [`Resume with: ${resume}`]),
    '',
  ].join('\n')
}

const HEADS: Readonly<Record<WorkflowInfo['state'], string>> = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  stopped: 'Stopped',
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
