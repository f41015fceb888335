import type { BackgroundLife } from '../agents/background-work.ts'

/** What the person chose for commands; absent fields have the tool's own values. */
export interface ShellSettings extends BackgroundLife {
  readonly defaultTimeoutMs?: number
  readonly maxTimeoutMs?: number
  /** How long a command is waited for; without it, until its time limit. */
  readonly foregroundMs?: number
  /** Characters of output that are shown whole. */
  readonly maxOutputChars?: number
  /** What is printed that is not UTF-8 is probably this. */
  readonly encoding?: string
  /** Nothing may run in the background. */
  readonly backgroundOff?: boolean
  /** The bash that runs them; absent: the first one on the path. */
  readonly bash?: string
  /** Starts every shell command, which it gets as one argument: of the person's, for logs and checks. */
  readonly prefix?: string
  /** Of its own memory no process gets more. */
  readonly memoryKb?: number
  /** Each command starts in the project, wherever the one before it ended. */
  readonly startsInProject?: boolean
  /** What commands of the person's own run in; absent: bash. `respond`: the model answers to what they give. */
  readonly person?: string
  readonly respond?: boolean
}
