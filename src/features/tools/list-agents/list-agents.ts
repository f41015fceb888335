import type { z } from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { PeerInfo } from '../../../protocol/agents/peers.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'

const input = fields({})
type ListAgentsInput = z.output<typeof input>

interface ListAgentsOutput {
  readonly agents: readonly AgentInfo[]
  readonly sessions: readonly PeerInfo[]
}

export const listAgentsTool: Tool<ListAgentsInput, ListAgentsOutput> = {
  name: 'ListAgents',
  present: presentInput,
  groups: ['conversation'],
  description: {
    en: 'Lists who SendMessage reaches: the agents of this session with their state, what they do and what they used, and other sessions of the user on this machine.',
    zh: '列出 SendMessage 可以联系的对象：本会话的智能体（状态、在做什么、用量），以及用户在本机的其他会话。',
  },
  input,
  noAccess: 'Only lists the agents of the session and the names of other sessions.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(list),
  show: ({ agents, sessions }) => [
    {
      type: 'text',
      text: [
        agents.length === 0 ? 'No agents were started.' : agents.map(lineOf).join('\n'),
        ...(sessions.length === 0 ? [] : ['Other sessions:', ...sessions.map(sessionLine)]),
      ].join('\n'),
    },
  ],
  deferred: { hint: { en: 'agents of this session', zh: '本会话的智能体' } },
}

async function list(_: ListAgentsInput, { agents }: ToolCall): Promise<ListAgentsOutput> {
  return { agents: agents.list(), sessions: (await agents.peers?.list()) ?? [] }
}

/** A directory may be called anything. */
const sessionLine = ({ name, cwd }: PeerInfo): string => `${name} · ${escapeLine(cwd, 300)}`

const lineOf = ({
  id,
  name,
  type,
  status,
  background,
  description,
  lastAction,
  ...used
}: AgentInfo): string =>
  [
    `${id} ${name}${name === type ? '' : ` (${type})`}: ${status}${background && status === 'running' ? ' in the background' : ''}`,
    description,
    ...(lastAction === undefined ? [] : [`last: ${lastAction}`]),
    `${used.toolUses} tool uses, ${used.tokens} tokens`,
  ].join(' · ')
