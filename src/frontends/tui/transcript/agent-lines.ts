import { ansiWidth, truncateAnsi } from '../../../lib/ansi-text.ts'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import type { Item } from '../state/item.ts'
import type { AgentRow } from '../state/ui-state.ts'
import { fitParts } from '../status/fit-parts.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Words } from '../text/words.ts'
import type { View } from './look.ts'
import { safeLine } from './safe-text.ts'
import { toolView } from './tool-views/index.ts'

const MOST_AGENTS = 6

/** One line for each agent at work: who, what it does, how much it has read and written, for how long. */
export const agentLines = (
  {
    agents,
    requests,
  }: { readonly agents: readonly AgentRow[]; readonly requests: readonly PermissionRequest[] },
  view: View,
): readonly Line[] => {
  const { theme, words, width } = view
  const asking = new Set(requests.map(request => request.agent?.id))
  const shown = agents.length > MOST_AGENTS ? agents.slice(0, MOST_AGENTS - 1) : agents
  const lines = shown.map(agent => {
    const doing = asking.has(agent.id) ? words.transcript.agentWaits : doingOf(agent, view)
    return agentLine(agent, view, doing)
  })
  const more = agents.length - shown.length
  return more === 0
    ? lines
    : [...lines, truncateAnsi(theme.paint('dim', words.transcript.moreAgents(more)), width)]
}

const agentLine = (agent: AgentRow, view: View, doing: string): Line => {
  const { theme, words, width } = view
  const mark = view.plain ? '' : `${theme.paint('dim', '◇')} `
  const name = `${mark}${theme.paint('text', safeLine(agent.name))}`
  // A long command is cut, so that the rest of the line keeps its place.
  const room = Math.max(LEAST_DOING, width - ansiWidth(name) - FACTS)
  const parts = [
    { text: name, rank: 9 },
    { text: theme.paint('dim', truncateAnsi(doing, room)), rank: 8 },
    { text: agent.tokens === 0 ? '' : theme.paint('dim', words.transcript.tokens(agent.tokens)), rank: 4 },
    { text: theme.paint('dim', words.transcript.duration(view.now - agent.startedAt)), rank: 6 },
  ]
  return truncateAnsi(fitParts(parts, width, theme.paint('faint', ' · ')), width)
}

/** Columns for tokens and time, with what stands between the parts. */
const FACTS = 32
const LEAST_DOING = 12

const doingOf = ({ call }: AgentRow, view: View): string => {
  const { transcript } = view.words
  if (!call) return transcript.agentThinks
  const subject = toolView(call.name).subject(call.input, view)
  return transcript.agentRuns(`${safeLine(call.name)}${subject === '' ? '' : `(${subject})`}`)
}

/** How an agent ended, on one line. */
export const agentEnding = (
  { name, ended, tools, tokens }: Extract<Item, { readonly kind: 'agent' }>,
  { transcript }: Pick<Words, 'transcript'>,
): string => {
  const facts = [transcript.agentEndings[ended], transcript.toolUses(tools), transcript.tokens(tokens)]
  return transcript.agentEnded(safeLine(name), facts)
}
