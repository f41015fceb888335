import { ansiWidth, truncateAnsi } from '../../../lib/ansi-text.ts'
import { labelled } from '../../../lib/text/written-signs.ts'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import { isAtWork, type TreeRow } from '../state/agent-tree.ts'
import type { AgentRow } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import { money } from '../text/amounts.ts'
import type { Tone } from '../theme/theme.ts'
import { fitParts, type Part } from './fit-parts.ts'
import type { View } from './render-options.ts'
import { safeLine } from './safe-text.ts'
import type { TitleOf } from './tool-views/tool-view.ts'

/** An agent on one line: who, what it does, how much it has used, for how long. */
export const agentRowLine = ({ agent, depth }: TreeRow, view: View, titleOf: TitleOf): Line => {
  const { theme, width } = view
  const indent = '  '.repeat(Math.min(depth, DEEPEST))
  const [sign, tone] = signOf(agent, view)
  const mark = view.plain ? '' : `${theme.paint(tone, sign)} `
  const about = aboutOf(agent)
  const head = `${indent}${mark}${theme.paint('text', safeLine(agent.name))}`
  const facts = factParts(agent, view)
  // A long command is cut, so that what it costs and how long it takes keep their place.
  const taken = facts.reduce((sum, { text }) => sum + (text === '' ? 0 : ansiWidth(text) + GAP), 0)
  const room = Math.max(LEAST, width - ansiWidth(head) - taken - GAP)
  const doing = doingOf(agent, view, titleOf)
  // Of two long texts each gets half, of one what the other leaves.
  const most = Math.max(Math.floor(room / 2), room - ansiWidth(doing) - NAME_GAP)
  const named = about === '' ? '' : truncateAnsi(about, Math.max(LEAST, most))
  const left = Math.max(LEAST, room - (named === '' ? 0 : ansiWidth(named) + NAME_GAP))
  const parts: readonly Part[] = [
    { text: named === '' ? head : `${head}${theme.paint('dim', `: ${named}`)}`, rank: 9 },
    { text: theme.paint('dim', truncateAnsi(doing, left)), rank: 8 },
    ...facts,
  ]
  return truncateAnsi(fitParts(parts, width, theme.paint('faint', ' · ')), width)
}

/** What it does, how much it has used, for how long, where its name stands already. */
export const agentFacts = (agent: AgentRow, view: View, titleOf: TitleOf): Line => {
  const { theme, width } = view
  const facts = factParts(agent, view).slice(0, -1)
  const taken = facts.reduce((sum, { text }) => sum + (text === '' ? 0 : ansiWidth(text) + GAP), 0)
  const doing = truncateAnsi(doingOf(agent, view, titleOf), Math.max(LEAST, width - taken))
  return fitParts(
    [{ text: theme.paint('dim', doing), rank: 8 }, ...facts],
    width,
    theme.paint('faint', ' · '),
  )
}

const GAP = 3
const NAME_GAP = 2
const LEAST = 12
/** Deeper ones stand below one another. */
const DEEPEST = 3

/** Tokens, cost and age; what is not known is empty. */
const factParts = (agent: AgentRow, { theme, words, now }: View): readonly Part[] => {
  const { info, tokens, startedAt } = agent
  const usd = info?.usd ?? 0
  const until = isAtWork(agent) ? now : (info?.endedAt ?? now)
  return [
    { text: tokens === 0 ? '' : theme.paint('dim', words.transcript.tokens(tokens)), rank: 4 },
    { text: usd === 0 ? '' : theme.paint('dim', money(usd)), rank: 5 },
    { text: theme.paint('dim', words.transcript.duration(Math.max(0, until - startedAt))), rank: 6 },
  ]
}

/** Nothing where it only repeats the name. */
const aboutOf = ({ name, info }: AgentRow): string => {
  const about = safeLine(info?.description ?? '').trim()
  return about === name ? '' : about
}

const signOf = ({ id, info }: AgentRow, { agents }: View): readonly [string, Tone] => {
  if (agents?.asking.has(id)) return ['?', 'warn']
  switch (info?.status) {
    case 'completed':
      return ['✓', 'good']
    case 'failed':
      return ['✗', 'bad']
    case 'stopped':
      return ['■', 'warn']
    case 'idle':
      return ['○', 'dim']
    default:
      return ['◇', 'accent']
  }
}

const doingOf = (agent: AgentRow, view: View, titleOf: TitleOf): string => {
  const { transcript } = view.words
  const { call, info, id } = agent
  if (view.agents?.asking.has(id)) return transcript.agentWaits
  if (info && info.status !== 'running') return stateOf(info, view)
  if (call) return titleOf({ kind: 'tool', state: 'running', ...call }, { ...view, plain: false })
  // A word on what was last done says more than that it thinks about it.
  return info && info.requests > 0 && info.lastAction !== undefined
    ? safeLine(info.lastAction)
    : transcript.agentThinks
}

const stateOf = ({ status, reason, localized }: AgentInfo, { words }: View): string => {
  const { agentIdle, agentStates } = words.transcript
  if (status === 'running' || status === 'idle') return agentIdle
  return reason === undefined
    ? agentStates[status]
    : labelled(agentStates[status], safeLine(words.localize(localized ?? reason)))
}
