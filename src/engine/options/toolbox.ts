import type { Tool, ToolSpec } from '../../protocol/tool.ts'
import type { ToolsIn } from '../../protocol/tools/described-tool.ts'

export interface Toolbox {
  /** All of the session, by name; deferred ones are sent when they are loaded. */
  readonly specs: readonly ToolSpec[]
  /** What this program could offer, also what was not chosen: an earlier run may have sent it. */
  readonly known?: readonly ToolSpec[]
  /** Whether a tool of ours that comes later is not wanted in this session. */
  refuses?(name: string): boolean
  /** What a coordinator has to hand out work with, also where the choice of tools leaves it to nobody else. */
  readonly coordination?: Pick<Toolbox, 'specs' | 'load'>
  /** Name the model calls → name of the tool that runs; not followed any further. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Absent: no tool is in a group. */
  readonly toolsIn?: ToolsIn
  /** Loads the implementation with the first call. */
  load(name: string): Promise<Tool | undefined>
  /** How the tool that starts agents is described in coordinator mode; absent: in English. */
  readonly coordinatorAgent?: string
  /** The tool the answer must be given through; one of `specs`. */
  readonly structured?: Tool
}
