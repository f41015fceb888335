import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { AgentBody } from '../../../../protocol/messages/presentation.ts'
import { agentTree, boundRows, isAtWork } from '../../state/agent-tree.ts'
import type { ToolItem } from '../../state/item.ts'
import type { AgentRow } from '../../state/ui-state.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { money } from '../../text/amounts.ts'
import { agentFacts, agentRowLine } from '../agent-row.ts'
import { foldedLines } from '../folded-lines.ts'
import { renderMarkdown } from '../markdown/markdown-stream.ts'
import type { View } from '../render-options.ts'
import { safeFirstLine } from '../safe-text.ts'
import { textResult } from './text-result.ts'
import type { BodyView, Shown, TitleOf } from './tool-view.ts'

/** Of the agents that an agent started, with the line that counts the others. */
const MOST_BELOW = 6

/** An agent, or a skill that works as one: what it does and what it started while it runs, then what it found in one line. */
export const agentView: BodyView<AgentBody> = {
  facts: (call, view) =>
    call.body.skill !== undefined || call.item.presentation?.background !== undefined
      ? []
      : spent(call, view),
  live: ({ item, body }, view, titleOf) => {
    const agent = startedBy(item, view)
    if (agent) return [agentFacts(agent, view, titleOf), ...treeBelow(agent, view, titleOf)]
    return body.skill === undefined
      ? foldedLines(item.progress?.text ?? '', { head: 0, tail: 1, tone: 'dim' }, view)
      : []
  },
  result: ({ item, body }, view) => {
    if (item.presentation?.outcome !== undefined) return undefined
    // The text of a skill that is no agent is for the model.
    if (body.skill !== undefined && !body.completed)
      return view.verbose ? textResult(item.text ?? '', view) : []
    const answer = body.skill === undefined ? (body.answer ?? item.text ?? '') : (item.text ?? '')
    if (view.verbose) return answer === '' && body.skill === undefined ? [] : renderMarkdown(answer, view)
    const [first] = renderMarkdown(safeFirstLine(answer), view)
    return first === undefined ? [] : [truncateAnsi(view.theme.paint('dim', first), view.width)]
  },
}

const startedBy = (item: ToolItem, { agents }: View): AgentRow | undefined =>
  agents?.rows.find(({ info }) => info?.toolUseId === item.id && info.parent === undefined)

/** Agents that this one started, and theirs. */
const treeBelow = (root: AgentRow, view: View, titleOf: TitleOf): readonly Line[] => {
  const rows = agentTree([root], view.agents?.rows ?? []).slice(1)
  const { shown, hidden } = boundRows(rows, MOST_BELOW, ({ agent }) => !isAtWork(agent))
  const lines = shown.map(row => agentRowLine({ ...row, depth: row.depth - 1 }, view, titleOf))
  return hidden === 0 ? lines : [...lines, view.theme.paint('dim', view.words.transcript.moreAgents(hidden))]
}

const spent = ({ item, body }: Shown<AgentBody>, view: View): readonly string[] => {
  const { transcript } = view.words
  const { stopped, calls = 0, tokens = 0, ms = spentOn(item) } = body
  const usd = startedBy(item, view)?.info?.usd ?? 0
  return [
    ...(stopped ? [transcript.agentEndings.stopped] : []),
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
