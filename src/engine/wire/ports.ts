import type { Tool } from '../../protocol/tool.ts'
import { type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { Call } from '../accounts.ts'
import type { EngineConfig, Live } from '../config.ts'
import { createFiles } from './files.ts'
import { createProcesses } from './processes.ts'

/** What the calls of a session share. */
export interface Ports {
  call(id: string, signal: AbortSignal, readOnly: boolean): ToolCall
  /** Environment for child processes, credentials removed. */
  readonly childEnv: Readonly<Record<string, string>>
}
