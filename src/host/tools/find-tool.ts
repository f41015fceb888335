import { skillRows } from '../../features/skills/tool-rows.ts'
import { foreignCall } from '../../features/tools/foreign-names.ts'
import { toolRows } from '../../features/tools/index.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { ToolRow } from '../../protocol/tools/tool-row.ts'
import { readToolSpecs } from './toolbox.ts'

interface NamedCall {
  readonly tool: Tool
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The tool of ours that a call means, by its name, by one it had, or by what another program calls it, with the input that
 * it takes. Undefined: nobody knows it.
 */
export const findTool = async (name: string, input: NamedCall['input']): Promise<NamedCall | undefined> => {
  const rows: Readonly<Record<string, ToolRow>> = { ...toolRows, ...skillRows }
  const own = Object.hasOwn(rows, name)
    ? name
    : (await readToolSpecs()).find(({ aliases }) => aliases?.includes(name))?.name
  const call = own === undefined ? foreignCall(name, input) : { tool: own, input }
  const tool = call && (await rows[call.tool]?.load())
  return tool && { tool, input: call.input }
}
