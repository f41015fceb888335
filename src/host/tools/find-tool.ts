import { foreignCall } from '../../features/tools/foreign-names.ts'
import { type ToolRow, toolRows } from '../../features/tools/index.ts'
import type { Tool } from '../../protocol/tool.ts'
import { readToolSpecs } from './toolbox.ts'

interface NamedCall {
  readonly tool: Tool
  readonly input: Readonly<Record<string, unknown>>
}

type Rows = Readonly<Record<string, Pick<ToolRow, 'load'>>>

/** Tools of ours that a session has only where there are skills. */
const SKILL_ROWS: Rows = {
  Skill: { load: async () => (await import('../../features/skills/skill-tool.ts')).skillTool as Tool },
  DiscoverSkills: {
    load: async () => (await import('../../features/skills/discover-tool.ts')).discoverTool as Tool,
  },
}

/**
 * The tool of ours that a call means, by its name, by one it had, or by what another program calls it, with the input that
 * it takes. Undefined: nobody knows it.
 */
export const findTool = async (name: string, input: NamedCall['input']): Promise<NamedCall | undefined> => {
  const rows: Rows = { ...toolRows, ...SKILL_ROWS }
  const own = Object.hasOwn(rows, name)
    ? name
    : (await readToolSpecs()).find(({ aliases }) => aliases?.includes(name))?.name
  const call = own === undefined ? foreignCall(name, input) : { tool: own, input }
  const tool = call && (await rows[call.tool]?.load())
  return tool && { tool, input: call.input }
}
