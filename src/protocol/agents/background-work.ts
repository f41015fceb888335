import type { NoteOptions } from './note-options.ts'
import type { TaskOutcome } from './task-outcome.ts'

/** Work that goes on by itself. Whoever starts it hands it over and keeps nothing. */
export interface BackgroundWork {
  /** `remote_agent`: of another process or machine. `dream`: memory is tidied. `monitor`: something is watched or waited for. */
  readonly kind: 'shell' | 'agent' | 'teammate' | 'remote_agent' | 'dream' | 'workflow' | 'monitor'
  /** The name it has already (an agent's id); absent: it gets one. Work that goes on after its end keeps its own. */
  readonly id?: string
  /** What it is called by (an agent); absent: it has no name of its own. */
  readonly name?: string
  /** When it began, where that was before it was handed over: ms since the epoch. */
  readonly startedAt?: number
  readonly description: string
  readonly command?: string
  readonly toolUseId?: string
  /** All it says, readable while it grows; absent: it has nothing to read. */
  readonly outputFile?: string
  /** It is ended when it runs for longer. */
  readonly maxMs?: number
  /** It was called for what it answers, as an agent is: a run waits for it. */
  readonly hasAnswer?: boolean
  /** The model is not told of its end: it has nothing to do with the conversation. */
  readonly quiet?: boolean
  /** A rejection is told as a crash. */
  readonly ended: Promise<BackgroundEnd>
  /** Resolves when it is gone, with everything it started. */
  stop(): Promise<void>
  /** Calls with each new piece of output; the piece is lent. */
  onOutput?(listener: (chunk: Buffer) => void): () => void
}

export interface BackgroundEnd extends TaskOutcome {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly exitCode?: number
  /** The end of what it printed, for whoever waits for it; all of it is in the file. */
  readonly printed?: string
  /** How the model is told. */
  readonly note?: Pick<NoteOptions, 'mail' | 'startsNone' | 'onRecorded'>
}

export interface BackgroundLife {
  /** Whom what runs in the background ends with; absent: the session, and the model is told of every end. */
  readonly endsWith?: 'run' | 'agent'
}
