import { escapeLine, escapeText } from '../../../lib/escape-text.ts'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { PeerCommands, PeerInfo, PendingMessage } from '../../../protocol/agents/peers.ts'
import type { Command } from '../../../protocol/command.ts'
import { headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

/** Agents of this session, with what each did and cost, other sessions, and what those sent. */
export const listAgentsCommand: Command = {
  ...described('list_agents', ['peers']),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine, peers }) {
    const words = args.trim().split(/\s+/)
    if (words[0] !== '') return shown(await settleHeld(words, peers))
    const all = await engine.query('runningAgents')
    const parts = [
      all.length === 0 ? workAnswer('no_agents_ran') : agentTable(all),
      ...sessionParts((await peers?.list()) ?? []),
      ...((await peers?.held()) ?? []).map(heldText),
    ]
    return shown(paragraphs(parts))
  },
}

const agentTable = (agents: readonly AgentInfo[]): LocalizedText => {
  const rows = agents.map(agent => [
    agent.id,
    agent.name,
    stateOf(agent),
    agent.toolUses,
    agent.tokens,
    `$${agent.usd.toFixed(2)}`,
    short(lastOf(agent)),
  ])
  return table(headerOf('id', 'agent', 'state', 'calls', 'tokens', 'cost', 'last'), rows)
}

const stateOf = ({ status, background }: AgentInfo): Text => {
  const state = knownCell(status)
  return background ? workAnswer('in_background', { state }) : state
}

const sessionParts = (sessions: readonly PeerInfo[]): readonly LocalizedText[] => {
  if (sessions.length === 0) return []
  const rows = sessions.map(({ name, cwd }) => [name, short(escapeLine(cwd, 70))])
  return [lines([workAnswer('other_sessions'), table(headerOf('session', 'directory'), rows)])]
}

const heldText = ({ number, from, text }: PendingMessage): LocalizedText =>
  lines([workAnswer('held_message', { number, from }), escapeText(text)])

const settleHeld = async (
  words: readonly string[],
  peers: PeerCommands | undefined,
): Promise<LocalizedText> => {
  const [verb, which = 'all', ...more] = words
  const isKnown = verb === 'deliver' || verb === 'drop'
  if (!isKnown || more.length > 0 || !/^(all|\d{1,6})$/.test(which))
    throw new OpError(usageAnswer('usage', { usage: '/list-agents [deliver|drop] [number|all]' }))
  const count = (await peers?.settle(which === 'all' ? which : Number(which), verb)) ?? 0
  if (count === 0) throw new OpError(workAnswer('no_such_held'))
  return workAnswer(verb === 'deliver' ? 'delivered' : 'dropped', { count })
}

const lastOf = ({ lastAction, description }: AgentInfo): string => lastAction ?? description

/** The table is for a look; the whole text is in the file. */
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)
