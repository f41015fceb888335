import type { LocalizedText } from '../messages/localized-text.ts'

/** MCP servers that have not said yet which tools they have. */
export interface StartingServers {
  /** Those that are starting. */
  names(): readonly string[]
  /** Whether a tool of this name may come with one that starts, or would have come with one that is out of reach. */
  mayBring(tool: string): boolean
  /**
   * Resolves when those that may bring one of these tools (absent: all) have started or failed, or took too long. Says
   * why, of those whose tools are not there.
   */
  reach(tools: readonly string[] | undefined, signal: AbortSignal): Promise<readonly LocalizedText[]>
}
