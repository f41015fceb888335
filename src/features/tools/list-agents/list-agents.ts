import type { z } from 'zod'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'

const input = fields({})
type ListAgentsInput = z.output<typeof input>

interface ListAgentsOutput {
  readonly agents: readonly AgentInfo[]
}

export const listAgentsTool: Tool<ListAgentsInput, ListAgentsOutput> = {
  name: 'ListAgents',
  description: 'Lists the agents of this session with their state, what they do and what they used.',
  input,
  noAccess: 'Only lists the agents of the session.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(list),
  show: ({ agents }) => [
    { type: 'text', text: agents.length === 0 ? 'No agents were started.' : agents.map(lineOf).join('\n') },
  ],
  deferred: { hint: 'agents of this session' },
}

async function list(_: ListAgentsInput, { agents }: ToolCall): Promise<ListAgentsOutput> {
  return { agents: agents.list() }
}

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
