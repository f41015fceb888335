import type { Event } from '../../protocol/event.ts'
import type { Live } from '../live/state.ts'
import type { SandboxConfig } from '../sandbox/open-sandbox.ts'
import type { SandboxChoice } from '../sandbox/options.ts'
import type { SessionSandbox } from '../sandbox/part.ts'

export interface TryFirstOptions {
  readonly config: SandboxConfig
  readonly live: Readonly<Live>
  /** The sandbox that settings describe, whether commands run in it or not. */
  readonly choice: SandboxChoice
  /** The one that they run in; absent: they run outside. */
  readonly sandbox: SessionSandbox | undefined
  emit(event: Event): void
}
