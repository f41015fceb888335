import type { HookPorts } from '../../features/hooks/ports.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'
import type { Hooks, HooksOptions } from './part.ts'

export interface ThreadHooksOptions extends Pick<HooksOptions, 'config' | 'live' | 'emit'> {
  readonly agent: AgentOrigin
  readonly session: Pick<HooksOptions, 'childEnv'> & { readonly hooks: Hooks }
  /** Its own; they live as long as it does. */
  readonly own?: HookSettings | undefined
  readonly silent: boolean
}

/** The hooks of another thread than the conversation, beside those of the session. */
export const threadHooks = (
  create: (options: HooksOptions) => Hooks,
  { agent, session, own, silent, ...options }: ThreadHooksOptions,
): Hooks => {
  const hooks = create({
    ...options,
    childEnv: session.childEnv,
    agent: { origin: agent, hooks: session.hooks, silent },
  })
  if (own) hooks.add({ source: { level: 'agent', name: agent.name }, hooks: ofAgent(own) })
  return hooks
}

/** That the agent is done is the end of a subagent to everybody else. */
const ofAgent = ({ Stop = [], SubagentStop = [], ...rest }: HookSettings): HookSettings => ({
  ...rest,
  SubagentStop: [...Stop, ...SubagentStop],
})

/** Compares a hook's `if` with a call, as a rule of permissions would be. What cannot be told is not told. */
export const createMatchCall =
  (
    gate: Pick<Gate, 'permissions' | 'policy'>,
    tools: () => Pick<Toolbox, 'load'>,
  ): NonNullable<HookPorts['matchesRule']> =>
  async (rule, { toolName, input }) => {
    const tool = await tools().load(toolName)
    if (!tool) return undefined
    const policy = gate.policy()
    const parsed = tool.input.safeParse(input)
    if (!parsed.success) return undefined
    const accesses = tool.access(parsed.data, policy.cwd)
    return await gate.permissions.covers(rule, { toolName: tool.name, input: parsed.data, accesses }, policy)
  }
