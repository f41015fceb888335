import { foreignCall } from '../../features/tools/foreign-names.ts'
import { toolLoaders } from '../../features/tools/index.ts'
import type { Tool } from '../../protocol/tool.ts'
import { readToolSpecs } from './toolbox.ts'

interface NamedCall {
  readonly tool: Tool
  readonly input: Readonly<Record<string, unknown>>
}

/** Tools of ours that a session has only where there are skills. */
const SKILL_LOADERS: Readonly<Record<string, () => Promise<Tool>>> = {
  Skill: async () => (await import('../../features/skills/skill-tool.ts')).skillTool as Tool,
  DiscoverSkills: async () => (await import('../../features/skills/discover-tool.ts')).discoverTool as Tool,
}

/**
 * The tool of ours that a call means, by its name, by one it had, or by what another program calls it, with the input that
 * it takes. Undefined: nobody knows it.
 */
export const findTool = async (name: string, input: NamedCall['input']): Promise<NamedCall | undefined> => {
  const loaders = { ...toolLoaders, ...SKILL_LOADERS }
  const own = Object.hasOwn(loaders, name)
    ? name
    : (await readToolSpecs()).find(({ aliases }) => aliases?.includes(name))?.name
  const call = own === undefined ? foreignCall(name, input) : { tool: own, input }
  const tool = call && (await loaders[call.tool]?.())
  return tool && { tool, input: call.input }
}
