import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { agentTree, boundRows, isAtWork, rootsOf } from '../state/agent-tree.ts'
import { hostsAgents } from '../state/call-kind.ts'
import type { Item } from '../state/item.ts'
import type { UiState } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import { money } from '../text/amounts.ts'
import type { Words } from '../text/words.ts'
import { agentRowLine } from './agent-row.ts'
import type { View } from './render-options.ts'
import { callTitle } from './render-tool.ts'
import { safeLine } from './safe-text.ts'

const MOST_AGENTS = 6

/** Agents at work whose call is not on the screen any more, or never was: in the background, or of something else. */
export const agentLines = (
  { agents, transcript }: Pick<UiState, 'agents' | 'transcript'>,
  view: View,
): readonly Line[] => {
  const { theme, words, width } = view
  const hosts = hostsOf(transcript)
  const roots = rootsOf(agents).filter(agent => isAtWork(agent) && !hosts.has(agent.info?.toolUseId ?? ''))
  const rows = agentTree(roots, agents)
  const most = rows.length > MOST_AGENTS ? MOST_AGENTS - 1 : MOST_AGENTS
  const { shown, hidden } = boundRows(rows, most, ({ agent }) => !isAtWork(agent))
  const own = view.agents?.own ?? {}
  const lines = shown.flatMap(row => {
    const written = Object.hasOwn(own, row.agent.id) ? own[row.agent.id] : undefined
    if (written === undefined) return [agentRowLine(row, view, callTitle)]
    return written === '' ? [] : [truncateAnsi(written, width)]
  })
  return hidden === 0
    ? lines
    : [...lines, truncateAnsi(theme.paint('dim', words.transcript.moreAgents(hidden)), width)]
}

/** Calls that run and have their agents below them. */
const hostsOf = ({ live }: UiState['transcript']): ReadonlySet<string> =>
  new Set(
    live.flatMap(item =>
      item.kind === 'tool' && item.state === 'running' && hostsAgents(item.presentation) ? [item.id] : [],
    ),
  )

/** How an agent or a workflow ended, on one line. */
export const agentEnding = (
  { name, about, ended, tools, tokens, usd, ms, workflow }: Extract<Item, { readonly kind: 'agent' }>,
  { transcript }: Pick<Words, 'transcript'>,
): string => {
  const facts = [
    transcript.agentEndings[ended],
    workflow ? transcript.stepsDone(workflow.done, workflow.steps) : transcript.toolUses(tools),
    transcript.tokens(tokens),
    ...(usd === undefined || usd === 0 ? [] : [money(usd)]),
    ...(ms === undefined ? [] : [transcript.duration(ms)]),
  ]
  const who = workflow ? transcript.workflowName(safeLine(name)) : safeLine(name)
  if (workflow) return withCause(transcript.agentEnded(who, facts), workflow.error)
  return transcript.agentEnded(
    about === undefined || about === '' ? who : `${who} (${safeLine(about)})`,
    facts,
  )
}

const CAUSE_CHARS = 300

const withCause = (line: string, cause: string | undefined): string =>
  cause === undefined ? line : `${line} — ${safeLine(cause).slice(0, CAUSE_CHARS)}`
