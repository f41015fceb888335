import type { AgentOrigin } from '../agents/agent-origin.ts'
import type { DecisionReasonType } from '../context.ts'
import type { Event } from '../event.ts'
import type { CallSource, Usage } from '../usage.ts'
import type { TraceHeaders } from './trace-headers.ts'

/** Hears what happens in a session, for whoever counts it. It never waits or throws. */
export interface SessionWatch {
  happened(event: Event): void
  /** A model was called, whoever asked. */
  called(call: WatchedCall): void
  /** It is decided whether a tool call may run. */
  decided(decision: WatchedDecision): void
  /** Variables that tell a program in which trace it runs; undefined: the call is not known. Absent: nobody traces. */
  variablesFor?(toolUseId: string): Readonly<Record<string, string>> | undefined
  /** The same for a server that a call asks. */
  traceFor?(toolUseId: string): TraceHeaders | undefined
  /** A tool changed files. */
  wrote(lines: { readonly added: number; readonly removed: number; readonly model: string }): void
  /** Something happened that no event tells. */
  noted(fact: WatchedFact): void
}

export type WatchedFact =
  /** A hook that may run; each is told once, when the first turn starts. */
  | {
      readonly kind: 'hook_registered'
      readonly event: string
      /** `command`, `http`, … */
      readonly type: string
      readonly source: string
      readonly matcher?: string
    }
  /** The person signed in while the program ran. */
  | { readonly kind: 'signed_in' }
  /** A turn broke. */
  | { readonly kind: 'internal_error'; readonly error: unknown }
  | { readonly kind: 'plugin_installed'; readonly id: string; readonly version: string }

export interface WatchedCall {
  readonly model: string
  readonly usage: Usage
  /** Waits between attempts included. */
  readonly durationMs: number
  readonly source: CallSource
  /** Absent: the price is not known. */
  readonly costUsd?: number
  readonly agent?: AgentOrigin
  readonly replyId?: string
  /** It did not come to its end. */
  readonly partial?: boolean
}

export interface WatchedDecision {
  readonly toolName: string
  readonly toolUseId: string
  /** As the tool will get it. */
  readonly input: unknown
  readonly granted: boolean
  readonly because: DecisionReasonType
}
