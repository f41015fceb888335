import type { Variant } from '../plan.ts'
import type { Figures } from '../result.ts'
import type { EvalTask } from '../task.ts'
import type { TranscriptCall } from '../why-failed.ts'

export interface CommandWish {
  readonly command: string
  readonly cwd: string
  readonly seconds: number
  readonly network: EvalTask['network']
  readonly env?: Readonly<Record<string, string>>
  /** Other directories that it may read although they are hidden. */
  readonly readable?: readonly string[]
}

export interface CommandEnd {
  /** null: a signal ended it. */
  readonly code: number | null
  readonly timedOut: boolean
  /** The end of both streams. */
  readonly output: string
}

export interface SessionWish {
  readonly key: string
  readonly session: string
  /** Which prompt of the session, from 0: what it prints is kept under that number. */
  readonly index: number
  readonly prompt: string
  readonly cwd: string
  readonly task: EvalTask
  readonly variant: Variant
  readonly seconds: number
  readonly usd?: number
}

export interface SessionEnd {
  /** `terminal_reason`, `time_limit`, or `not_started`. */
  readonly ended: string
  readonly answer: string
  readonly ms: number
  /** What it said about why it could not begin or go on. */
  readonly problem?: string
}

/** What a run needs of the machine. */
export interface RunPorts {
  command(wish: CommandWish, signal: AbortSignal): Promise<CommandEnd>
  /** Holds one prompt of a session to its end, going on with what there is of it. Rejects when the signal aborts. */
  session(wish: SessionWish, signal: AbortSignal): Promise<SessionEnd>
  /** What git prints; rejects with its words. */
  git(args: readonly string[], at: GitPlace): Promise<string>
  /** What the transcript tells, which is kept with the run. */
  measure(at: { readonly session: string; readonly cwd: string; readonly key: string }): Measured
  judge(wish: JudgeWish, signal: AbortSignal): Promise<{ readonly passed: boolean; readonly why: string }>
  /** Whether a program can be found. */
  has(program: string): boolean
  now(): number
}

export interface GitPlace {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export interface Measured extends Figures {
  readonly began: boolean
  readonly list: readonly TranscriptCall[]
}

export interface JudgeWish {
  readonly key: string
  readonly task: EvalTask
  readonly rubric: string
  readonly model?: string
  readonly patch: string
  readonly answer: string
}
