import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { agentTree, boundRows, isAtWork, type TreeRow } from '../state/agent-tree.ts'
import { hostsAgents } from '../state/call-kind.ts'
import type { Item, ToolItem } from '../state/item.ts'
import { isFinished } from '../state/tool-item.ts'
import type { Line } from '../terminal/screen-port.ts'
import { agentRowLine } from './agent-row.ts'
import type { Group } from './groups.ts'
import { hang } from './hang.ts'
import type { View } from './render-options.ts'
import { callTitle } from './render-tool.ts'

/** Calls in a row that each started an agent, shown as one tree as long as they run. */
export interface AgentGroup {
  readonly kind: 'agents'
  readonly calls: readonly ToolItem[]
}

/** Rows of a tree: with what counts the rest and stands above it, ten agents leave room on small screens. */
const LEAST_ROWS = 6

/** What is shown, with calls side by side that started agents as one. */
export const groupAgents = (shown: readonly (Item | Group)[]): readonly (Item | Group | AgentGroup)[] => {
  const grouped: (Item | Group | AgentGroup)[] = []
  for (let at = 0; at < shown.length; ) {
    const calls = callsFrom(shown, at)
    const alone = shown[at]
    if (calls.length > 1) grouped.push({ kind: 'agents', calls })
    else if (alone) grouped.push(alone)
    at += Math.max(1, calls.length)
  }
  return grouped
}

const callsFrom = (shown: readonly (Item | Group)[], from: number): readonly ToolItem[] => {
  const calls: ToolItem[] = []
  for (let at = from; at < shown.length; at++) {
    const item = shown[at]
    if (item?.kind !== 'tool' || hostsAgents(item.presentation) !== 'tree') break
    calls.push(item)
  }
  return calls
}

export const renderAgents = ({ calls }: AgentGroup, view: View): readonly Line[] => {
  const { theme, words } = view
  const rows = calls.flatMap(call => rowsOf(call, view))
  const { shown, hidden } = boundRows(
    rows,
    Math.max(LEAST_ROWS, Math.floor((view.rows ?? 0) / 2) - 2),
    isOver,
  )
  const title = theme.paint('tool', words.transcript.agentsAtWork(calls.length, calls.filter(isDone).length))
  const mark = view.plain ? '' : `${theme.paint('accent', '●')} `
  return [
    ...hang({ mark }, view, ({ width }) => [truncateAnsi(title, width)]),
    ...hang({ mark: '  ' }, view, inner => [
      ...shown.map(row =>
        'agent' in row
          ? agentRowLine(row, inner, callTitle)
          : truncateAnsi(`${view.plain ? '' : '○ '}${callTitle(row, inner)}`, inner.width),
      ),
      ...(hidden === 0 ? [] : [theme.paint('dim', words.transcript.moreAgents(hidden))]),
    ]),
  ]
}

/** The agent of a call with those below it; the call itself until there is one. */
const rowsOf = (call: ToolItem, { agents }: View): readonly (TreeRow | ToolItem)[] => {
  const all = agents?.rows ?? []
  const root = all.find(({ info }) => info?.toolUseId === call.id && info.parent === undefined)
  return root ? agentTree([root], all) : [call]
}

const isOver = (row: TreeRow | ToolItem): boolean => ('agent' in row ? !isAtWork(row.agent) : isFinished(row))

const isDone = (call: ToolItem): boolean => call.state === 'done'
