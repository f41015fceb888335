import type { Message } from '../message.ts'
import type { Text } from '../messages/localized-text.ts'
import type { Effort } from '../model.ts'
import type { PermissionMode } from '../permission.ts'
import type { Usage } from '../usage.ts'

/** Which agents of a session work on machines of a fleet: those with a worktree of their own, or all. */
export type FleetUse = 'isolated' | 'all'

/** What an agent on another machine is to be and to do. */
export interface FleetWork {
  readonly title: string
  readonly prompt: string
  /** The files there are as they are here, committed or not. */
  readonly cwd: string
  /** A worktree that nobody else works in: changes are brought into it. Absent: they come as a branch. */
  readonly isOwn: boolean
  /** Absent: the usual one of the worker. */
  readonly model?: string
  readonly mode: PermissionMode
  readonly effort?: Effort
  /** In the place of our own words. */
  readonly prompted?: string
  /** Names of the tools it may call; absent: all. */
  readonly tools?: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly schema?: Readonly<Record<string, unknown>>
  readonly limits: { readonly turns?: number; readonly usd?: number; readonly ms?: number }
  /** The span it is part of, as W3C writes it. */
  readonly trace?: string
  /** Nobody can be asked. */
  readonly unattended: boolean
}

/** What is heard of it while it works, in the order it happened there. */
export type FleetNews =
  | { readonly kind: 'taken'; readonly worker: string }
  | { readonly kind: 'message'; readonly message: Message }
  /** One call of a model, whoever made it there. */
  | {
      readonly kind: 'usage'
      readonly model: string
      readonly usage: Usage
      readonly durationMs: number
      readonly partial: boolean
      readonly isOwn: boolean
      readonly replyId: string
    }
  | {
      readonly kind: 'question'
      readonly id: string
      readonly tool: string
      readonly title: string
      readonly why: string
    }
  /** Somebody answered it, here or at another screen. */
  | { readonly kind: 'answered'; readonly id: string }

export interface FleetEnd {
  readonly isDone: boolean
  /** How its turn ended, as terminals are called. */
  readonly ended: string
  readonly answer: string
  readonly output?: unknown
  /** Why it did not come to its end. */
  readonly why?: Text
  /** The branch its changes are on, where they are not in its worktree. */
  readonly branch?: string
  readonly worker?: string
}

/** One job of a fleet that this session began. */
export interface FleetJob {
  readonly id: string
  /** Until it has ended; an abort stops it. */
  news(signal: AbortSignal): AsyncGenerator<FleetNews, FleetEnd>
  /** Of several answers the first counts. */
  answer(question: string, allow: boolean): Promise<void>
}

/** The fleet that this machine is an owner of. */
export interface FleetJobs extends AsyncDisposable {
  submit(work: FleetWork): Promise<FleetJob>
}

/** What a session knows of it. */
export interface FleetChoice {
  /** From the start; absent: until somebody says so. */
  readonly use?: FleetUse
  /** ToolError where this machine has none. */
  open(): Promise<FleetJobs>
}

export interface FleetHost {
  /** Rejects with a sentence where there is none; absent: nobody here knows of fleets. */
  fleet?(at: { readonly env: Readonly<Record<string, string | undefined>> }): Promise<FleetJobs>
}
