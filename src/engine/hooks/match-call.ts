import type { HookPorts } from '../../features/hooks/ports.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'

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
