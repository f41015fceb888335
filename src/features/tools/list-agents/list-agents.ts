import type { z } from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import { modelState } from '../../../protocol/agents/model-state.ts'
import type { PeerInfo } from '../../../protocol/agents/peers.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('list_agents', {
  none: { en: 'No agents were started.', zh: '没有启动过智能体。' },
  sessions: { en: 'Other sessions:', zh: '其他会话：' },
  background: { en: ' in the background', zh: '，在后台' },
  last: { en: ' · last: {action}', zh: ' · 最近：{action}' },
  agent: {
    en: '{id} {name}: {state}{background} · {description}{last} · {uses:number} tool uses, {tokens:number} tokens',
    zh: '{id} {name}：{state}{background} · {description}{last} · 调用工具 {uses:number} 次，{tokens:number} 个 token',
  },
})

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
  show: ({ agents, sessions }, language) =>
    lineBlocks(
      [
        ...(agents.length === 0 ? [says('none')] : agents.map(lineOf)),
        ...(sessions.length === 0 ? [] : [says('sessions'), ...sessions.map(sessionLine)]),
      ],
      language,
    ),
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
}: AgentInfo): LocalizedText =>
  says('agent', {
    id,
    name: name === type ? name : modelState('of', { id: name, state: type }),
    state: modelState(status),
    background: background && status === 'running' ? says('background') : '',
    description,
    last: lastAction === undefined ? '' : says('last', { action: lastAction }),
    uses: used.toolUses,
    tokens: used.tokens,
  })
