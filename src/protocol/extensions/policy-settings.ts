export type CustomizationPart = 'skills' | 'agents' | 'hooks' | 'mcp'

/** A program of the administrator that prints what they want. */
export interface PolicyHelper {
  readonly path: string
  readonly timeoutMs?: number
  /** 0: only once. */
  readonly refreshIntervalMs?: number
}
