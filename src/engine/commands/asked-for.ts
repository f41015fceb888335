import type { AskedFor } from '../../protocol/command.ts'
import { type Message, type ToolUseBlock, toolUses } from '../../protocol/message.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { ThreadState } from '../live/state.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface AskedDeps {
  readonly config: { readonly session: SessionHandle }
  readonly tools: Pick<Toolbox, 'load'>
  readonly live: Pick<ThreadState, 'cwd'>
  readonly gate: Pick<Gate, 'judge' | 'policy'>
}

const MAX_CALLS = 500

/**
 * Looks at the calls of the conversation again, as if they were made now in mode default, and counts those that would
 * be asked about by the narrow rule that would allow them. The most frequent first.
 */
export const askedFor = async (at: AskedDeps): Promise<readonly AskedFor[]> => {
  const counts = new Map<string, AskedFor>()
  for (const call of callsIn(at.config.session.messages).slice(-MAX_CALLS))
    for (const rule of await offered(at, call)) {
      const known = counts.get(rule.rule)
      counts.set(rule.rule, { ...rule, count: (known?.count ?? 0) + 1 })
    }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}

const callsIn = (messages: readonly Message[]): readonly ToolUseBlock[] =>
  messages.flatMap(message => (message.type === 'assistant' ? toolUses(message.message.content) : []))

const offered = async (
  { tools, live, gate }: AskedDeps,
  { name, input }: ToolUseBlock,
): Promise<readonly Omit<AskedFor, 'count'>[]> => {
  const tool = await tools.load(name)
  const parsed = tool?.input.safeParse(input)
  if (!tool || !parsed?.success) return []
  const accesses = tool.access(parsed.data, live.cwd)
  const policy = { ...gate.policy(), mode: 'default' as const }
  const decision = await gate.judge({ toolName: tool.name, input: parsed.data, accesses }, policy)
  return decision.verdict === 'ask' ? decision.offer.flatMap(rulesIn) : []
}

const rulesIn = (update: PermissionUpdate): readonly Omit<AskedFor, 'count'>[] =>
  update.type !== 'addRules' || update.behavior !== 'allow'
    ? []
    : update.rules.map(({ toolName, ruleContent }) => ({
        toolName,
        rule: ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
        ...(ruleContent === undefined ? {} : { ruleContent }),
      }))
