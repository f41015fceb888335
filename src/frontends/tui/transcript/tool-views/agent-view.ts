import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { field, listField, numberField, textField } from '../../../../lib/values/read-field.ts'
import { agentTree, boundRows, isAtWork } from '../../state/agent-tree.ts'
import type { ToolItem } from '../../state/item.ts'
import type { AgentRow } from '../../state/ui-state.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { money } from '../../text/amounts.ts'
import { agentFacts, agentRowLine } from '../agent-row.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { renderMarkdown } from '../markdown/markdown-stream.ts'
import { safeFirstLine, safeLine } from '../safe-text.ts'
import type { TitleOf, ToolView } from './tool-view.ts'

/** Of the agents that an agent started, with the line that counts the others. */
const MOST_BELOW = 6

/** An agent: what it does and what it started while it runs, then what it found in one line. */
export const agentView: ToolView = {
  hostsAgents: true,
  name: item => safeLine(textField(item.input, 'name') ?? textField(item.input, 'subagent_type') ?? 'Agent'),
  subject: input => safeLine(textField(input, 'description') ?? ''),
  facts: (item, view) => (textField(item.output, 'status') === 'async_launched' ? [] : spent(item, view)),
  live: (item, view, titleOf) => {
    const agent = startedBy(item, view)
    return agent
      ? [agentFacts(agent, view, titleOf), ...treeBelow(agent, view, titleOf)]
      : foldedLines(item.progress?.text ?? '', { head: 0, tail: 1, tone: 'dim' }, view)
  },
  result: (item, view) => {
    if (textField(item.output, 'status') === 'async_launched')
      return [view.words.transcript.inBackground(safeLine(textField(item.output, 'agentId') ?? ''))]
    if (textField(item.output, 'status') === 'teammate_spawned')
      return [view.words.transcript.joinedTeam(safeLine(textField(item.output, 'team') ?? ''))]
    const answer = answerOf(item)
    if (view.verbose) return answer === '' ? [] : renderMarkdown(answer, view)
    const [first] = renderMarkdown(safeFirstLine(answer), view)
    return first === undefined ? [] : [truncateAnsi(view.theme.paint('dim', first), view.width)]
  },
}

export const startedBy = (item: ToolItem, { agents }: View): AgentRow | undefined =>
  agents?.rows.find(({ info }) => info?.toolUseId === item.id && info.parent === undefined)

/** Agents that this one started, and theirs. */
export const treeBelow = (root: AgentRow, view: View, titleOf: TitleOf): readonly Line[] => {
  const rows = agentTree([root], view.agents?.rows ?? []).slice(1)
  const { shown, hidden } = boundRows(rows, MOST_BELOW, ({ agent }) => !isAtWork(agent))
  const lines = shown.map(row => agentRowLine({ ...row, depth: row.depth - 1 }, view, titleOf))
  return hidden === 0 ? lines : [...lines, view.theme.paint('dim', view.words.transcript.moreAgents(hidden))]
}

const spent = (item: ToolItem, view: View): readonly string[] => {
  const { transcript } = view.words
  const calls = numberField(item.output, 'totalToolUseCount') ?? 0
  const tokens = numberField(item.output, 'totalTokens') ?? 0
  const usd = startedBy(item, view)?.info?.usd ?? 0
  const ms = numberField(item.output, 'totalDurationMs') ?? spentOn(item)
  return [
    ...(textField(item.output, 'stoppedBy') === undefined ? [] : [transcript.agentEndings.stopped]),
    ...(calls === 0 ? [] : [transcript.toolUses(calls)]),
    ...(tokens === 0 ? [] : [transcript.tokens(tokens)]),
    ...(usd === 0 ? [] : [money(usd)]),
    ...(ms === undefined || ms < SECOND_MS ? [] : [transcript.duration(ms)]),
  ]
}

/** Less than this is not worth a word. */
const SECOND_MS = 1_000

const spentOn = ({ startedAt, endedAt }: ToolItem): number | undefined =>
  startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt

const answerOf = (item: ToolItem): string => {
  const text = listField(item.output, 'content')
    .map(block => textField(block, 'text') ?? '')
    .join('\n\n')
  return text.trim() === '' && field(item.output, 'content') === undefined ? (item.text ?? '') : text
}
