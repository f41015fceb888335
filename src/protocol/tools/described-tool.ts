import type { ToolSpec } from '../tool.ts'
import type { ToolGroup } from './tool-group.ts'

/** A tool that may be offered: its wire form, and the groups it is in. */
export interface DescribedTool extends ToolSpec {
  readonly groups?: readonly ToolGroup[]
}

/** Names of all tools of a group, whether they are offered or not. */
export type ToolsIn = (group: ToolGroup) => readonly string[]

export const toolsInGroups =
  (all: readonly DescribedTool[]): ToolsIn =>
  group =>
    all.filter(({ groups }) => groups?.includes(group)).map(({ name }) => name)
