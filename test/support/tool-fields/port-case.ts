import type { ToolCall } from '../../../src/protocol/tool.ts'

/** As a case of a session, for tools whose effect is what they ask of others. */
export interface PortCase {
  readonly with: object
  readonly without: object
  readonly shows: RegExp
}

export interface PortCases {
  readonly fields: Readonly<Record<string, PortCase>>
  /** What the tool may use; what it asks of it is seen. */
  ports(asked: unknown[]): Partial<ToolCall>
}
