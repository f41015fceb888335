import type { Event } from '../../../protocol/event.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import type { Live, ThreadState } from '../../live/state.ts'
import type { Ports } from '../../ports/part.ts'
import type { SandboxConfig } from '../open-sandbox.ts'
import type { SandboxChoice } from '../options.ts'
import type { SessionSandbox } from '../part.ts'

export interface TryFirstOptions {
  readonly config: SandboxConfig
  readonly live: Readonly<Live>
  /** The sandbox that settings describe, whether commands run in it or not. */
  readonly choice: SandboxChoice
  /** The one that they run in; absent: they run outside. */
  readonly sandbox: SessionSandbox | undefined
  emit(event: Event): void
}

/** Whose command it is. */
export interface TriedThread {
  readonly live: Pick<ThreadState, 'mode'>
  readonly config: { readonly prompt: { readonly promptLanguage?: PromptLanguage } }
  readonly ports: Pick<Ports, 'secrets' | 'processes'>
}
