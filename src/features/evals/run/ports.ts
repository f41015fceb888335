import { LocalizedError, type LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Variant } from '../plan.ts'
import type { CheckOutcome, Figures } from '../result.ts'
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
  /** What this program says that it cost. */
  readonly usd?: number
  /** What it said about why it could not begin or go on. */
  readonly problem?: string
}

export interface Verdict {
  readonly passed: boolean
  readonly why: string
  readonly usd?: number
}

/** What a copy needs of the machine, to be made and judged. */
export interface TaskPorts {
  command(wish: CommandWish, signal: AbortSignal): Promise<CommandEnd>
  /** What git prints; rejects with its words. */
  git(args: readonly string[], at: GitWorkspace): Promise<string>
  judge(wish: JudgeWish, signal: AbortSignal): Promise<Verdict>
  /** Whether a program can be found, of a version where one is named: `node>=22`. */
  has(program: string): Promise<boolean>
  now(): number
}

/** What a task needs and this machine does not have. */
export const missingOf = async ({ needs }: EvalTask, { has }: TaskPorts): Promise<string | undefined> => {
  for (const program of needs) if (!(await has(program))) return program
  return undefined
}

/** What a run needs besides. */
export interface RunPorts extends TaskPorts {
  /** Holds one prompt of a session to its end, going on with what there is of it. Rejects when the signal aborts. */
  session(wish: SessionWish, signal: AbortSignal): Promise<SessionEnd>
  /** What the transcript tells, which is kept with the run. */
  measure(at: MeasuredAt): Measured
  container(wish: SessionWish, signal: AbortSignal): Promise<ContainerEnd>
}

export interface MeasuredAt {
  readonly session: string
  readonly cwd: string
  readonly key: string
  /** Where sessions are kept, if not where this program keeps them. */
  readonly home?: string
}

export interface GitWorkspace {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export interface Measured extends Figures {
  readonly began: boolean
  readonly list: readonly TranscriptCall[]
}

/** A session in a container of its own, and what its tests said there. */
export interface ContainerEnd {
  readonly end: SessionEnd
  readonly checks: readonly CheckOutcome[]
  /** Where it stood, and where its transcript lies. */
  readonly cwd: string
  readonly home: string
}

/** Something a task needs is not on this machine. */
export class NotHereError extends LocalizedError<LocalizedText> {
  override readonly name = 'NotHereError'
  readonly kind = 'not_here'
}

export interface JudgeWish {
  readonly key: string
  readonly task: EvalTask
  readonly rubric: string
  readonly model?: string
  readonly patch: string
  readonly answer: string
}
