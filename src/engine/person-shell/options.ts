import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import type { BusyRow } from '../../protocol/messages/engine/turn.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PersonTerminal } from '../../protocol/tools/person-terminal.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Gate } from '../permissions/part.ts'
import type { Ports } from '../ports/part.ts'
import type { Submission } from '../turn/input-queue.ts'

export interface PersonShellOptions {
  readonly config: {
    readonly shell?: ShellSettings
    readonly terminal?: PersonTerminal
    readonly runtime: Runtime
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly ports: Pick<Ports, 'processes' | 'history' | 'secrets'>
  readonly gate: Pick<Gate, 'judge' | 'policy'>
  record(message: Message): Promise<unknown>
  /** Nothing else happens to the conversation meanwhile. Throws OpError when something does already. */
  alone<T>(work: (signal: AbortSignal) => Promise<T>, what: BusyRow): Promise<T>
  submit(submission: Submission): Promise<void>
  emit(event: Event): Promise<void> | undefined
}
