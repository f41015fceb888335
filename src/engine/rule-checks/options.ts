import type { Event } from '../../protocol/event.ts'
import type { RuleCheck } from '../../protocol/session/rule-check.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface RuleChecksOptions {
  readonly config: {
    readonly session: Pick<SessionHandle, 'messages' | 'path'>
    readonly place: { readonly cwd: string }
    readonly instructions?: { readonly trusted: boolean }
    readonly runtime: Pick<Runtime, 'log'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<ThreadState, 'mode'>
  emit(event: Event): void
}

/** Decides about the command as about one of the model's, each time, and runs it in the session's directory. */
export type RunRule = (
  rule: RuleCheck & { readonly check: { readonly command: string } },
  signal: AbortSignal,
) => Promise<{ readonly exitCode: number | null; readonly text: string } | { readonly denied: string }>

/** What was seen of the rules in this process; what was broken is in the session file. */
export interface RuleBook {
  /** How often a rule was looked at and held, by file and line. */
  readonly held: Map<string, number>
  readonly denied: Map<string, string>
}
