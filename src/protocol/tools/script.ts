import type { ScriptThread } from '../../lib/script-engine/script-thread.ts'
import type { CallEffect } from '../context.ts'
import type { ResultBlock } from '../message.ts'
import type { LocalizedText } from '../messages/localized-text.ts'
import type { ScriptCallRow } from './script-call.ts'

/** Settings: what a script may use up; absent fields have a default. */
export interface ScriptSettings {
  /** Computing without a call; waiting for calls does not count. */
  readonly computeSeconds?: number
  readonly memoryMB?: number
  readonly maxCalls?: number
  /** Calls that run side by side. */
  readonly parallel?: number
  /** Everything it prints and gives back. */
  readonly outputMB?: number
}

/** A script that is to run, and who hears of it. */
export interface ScriptWish {
  readonly code: string
  /** What the script finds as `args`. */
  readonly args?: unknown
  /** The call that runs it: its own calls belong to that. */
  readonly callId: string
  readonly signal: AbortSignal
  /** The last of what it did and printed so far. */
  onNews(lines: string): void
}

/** Who wants all of what scripts of the conversation print and give back, however much the model is shown of it. */
export interface ScriptListener {
  /** The thread for the script, begun before its session. */
  readonly ahead?: Promise<ScriptThread | undefined>
  print(text: string): void
  /** `json`: what it gave back, empty for nothing; `problem`: why it failed, in words. */
  ended(end: { readonly json: string } | { readonly problem: LocalizedText }): void
}

/** What became of a script: nothing else of it enters the conversation. */
export interface ScriptOutput {
  /** What it printed, gave back and ended with, as the model reads it; of a long one the beginning, and where the rest is. */
  readonly text: string
  /** It threw, or was ended. */
  readonly failed: boolean
  /** The person or the session ended it. */
  readonly stopped?: true
  /** How often it called which tool, and how many of these calls gave no result. */
  readonly calls: readonly { readonly tool: string; readonly count: number; readonly failed: number }[]
  /** The first of them, as they are shown. */
  readonly tree: readonly ScriptCallRow[]
  readonly effects: readonly CallEffect[]
  /** What hooks said of its calls. */
  readonly remarks: readonly string[]
  /** Of its calls: a script gets none. */
  readonly pictures: readonly ResultBlock[]
}

/** Runs scripts whose calls are decided and run like those of the model. */
export interface Scripts {
  /** Why a file may not be run as one; undefined: it may. */
  whyNot(path: string): Promise<LocalizedText | undefined>
  /** Never rejects for what the script does. */
  run(wish: ScriptWish): Promise<ScriptOutput>
}

/** Of a call that may run scripts, or that one of them makes. */
export interface AroundScripts {
  /** Absent where none can be run. */
  readonly scripts?: Scripts
  /** Its result goes to a program, which may have so much of it; absent: it goes to the model. */
  readonly whole?: { readonly maxChars: number }
}

/** What a tool does otherwise for scripts. */
export interface ForScripts<O> {
  /** What a script gets of a call, also of one that failed; undefined: the output, and an error where it failed. */
  data?(output: O): unknown
  /** There is more than what it gives. */
  isCut?(output: O): boolean
}

/** Of a command that a script runs. */
export interface WholeOutput {
  /** Its streams apart, each whole up to so many bytes; absent: as one, for the model. */
  readonly whole?: { readonly maxBytes: number }
}

export interface ApartErrors {
  /** What it wrote to its stream of errors, where the streams were apart. */
  readonly errors?: string
}
