import { escapeLine, escapeText } from '../../../lib/escape-text.ts'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { HeldMessage, PeerCommands, PeerInfo } from '../../../protocol/agents/peers.ts'
import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

/** Agents of this session, with what each did and cost, other sessions, and what those sent. */
export const listAgentsCommand: Command = {
  name: 'list-agents',
  aliases: ['peers'],
  description: 'Show agents and your other sessions; deliver or drop their held messages',
  argumentHint: '[deliver|drop] [number]',
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine, rich, peers }) {
    const words = args.trim().split(/\s+/)
    if (words[0] !== '') return { kind: 'shown', text: await settleHeld(words, peers) }
    const all = await engine.query('runningAgents')
    const parts = [
      all.length === 0 ? 'No agents have run in this session.' : agentTable(all, rich),
      ...sessionParts((await peers?.list()) ?? [], rich),
      ...((await peers?.held()) ?? []).map(heldText),
    ]
    return { kind: 'shown', text: parts.join('\n\n') }
  },
}

const agentTable = (agents: readonly AgentInfo[], rich: boolean): string => {
  const rows = agents.map(agent => [
    agent.id,
    agent.name,
    `${agent.status}${agent.background ? ', background' : ''}`,
    agent.toolUses,
    agent.tokens,
    `$${agent.usd.toFixed(2)}`,
    short(lastOf(agent)),
  ])
  return columns(['id', 'agent', 'state', 'calls', 'tokens', 'cost', 'last'], rows, rich)
}

const sessionParts = (sessions: readonly PeerInfo[], rich: boolean): readonly string[] => {
  if (sessions.length === 0) return []
  const rows = sessions.map(({ name, cwd }) => [name, short(escapeLine(cwd, 70))])
  return [`Your other sessions on this machine:\n${columns(['session', 'directory'], rows, rich)}`]
}

const heldText = ({ number, from, text }: HeldMessage): string =>
  `Held message ${number} from session ${from}:\n${escapeText(text)}`

const SETTLED = { deliver: 'Delivered', drop: 'Removed' } as const

const settleHeld = async (words: readonly string[], peers: PeerCommands | undefined): Promise<string> => {
  const [verb, which = 'all', ...more] = words
  const isKnown = verb === 'deliver' || verb === 'drop'
  if (!isKnown || more.length > 0 || !/^(all|\d{1,6})$/.test(which))
    throw new OpError('Usage: /list-agents [deliver|drop] [number|all]')
  const count = (await peers?.settle(which === 'all' ? which : Number(which), verb)) ?? 0
  if (count === 0) throw new OpError('No such message is held.')
  return `${SETTLED[verb]}: ${count}`
}

const lastOf = ({ lastAction, description }: AgentInfo): string => lastAction ?? description

/** The table is for a look; the whole text is in the file. */
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)
