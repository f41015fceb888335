import { escapeLine } from '../lib/escape-text.ts'
import type { AgentInfo } from '../protocol/agents/agents.ts'
import { type Message, toolUses } from '../protocol/message.ts'
import { isAgentName } from '../protocol/tools/rule-names.ts'
import type { Usage } from '../protocol/usage.ts'

/** What a usual agent uses, as long as this session has none to go by. */
export const USUAL_AGENT: Usage = {
  input_tokens: 20_000,
  output_tokens: 5_000,
  cache_creation_input_tokens: 30_000,
  cache_read_input_tokens: 250_000,
}

/** The agents that one reply starts, in a line each. */
export const agentsOf = (messages: readonly Message[], replyId: string): readonly string[] =>
  messages
    .filter(message => message.type === 'assistant' && message.message.id === replyId)
    .flatMap(message => (message.type === 'assistant' ? toolUses(message.message.content) : []))
    .filter(({ name }) => isAgentName(name))
    .map(({ input }) => {
      const { subagent_type: type, description } = (input ?? {}) as Readonly<Record<string, unknown>>
      return escapeLine(`${typeof type === 'string' ? type : 'agent'}: ${String(description ?? '')}`)
    })

/** What so many agents would cost: by the average of those that have ended, else by a usual one. */
export const estimateUsd = (
  count: number,
  { ended, usual }: { readonly ended: readonly AgentInfo[]; usual(usage: Usage): number | undefined },
): number | undefined => {
  const known = ended.filter(({ status, usd }) => status !== 'running' && usd > 0)
  const each =
    known.length === 0 ? usual(USUAL_AGENT) : known.reduce((sum, { usd }) => sum + usd, 0) / known.length
  return each === undefined ? undefined : each * count
}
