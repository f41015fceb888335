import type { PullRequestAddress } from '../../features/pull-requests/address.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { NoteOptions } from '../../protocol/agents/note-options.ts'
import type { ForgeSettings } from '../../protocol/agents/pull-requests.ts'
import type { Event } from '../../protocol/event.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** How sessions follow pull requests. */
export interface PullRequestsChoice {
  /** How often one is looked at. */
  readonly pollMs: number
  /** Forges that the person names in their settings. */
  readonly forges: readonly ForgeSettings[]
  readonly userAgent: string
  readonly proxy?: ProxySettings
  /** The person's token for this forge; undefined: it is asked as anybody. */
  token(address: PullRequestAddress, signal: AbortSignal): Promise<string | undefined>
}

export interface FollowOptions {
  readonly choice: PullRequestsChoice
  readonly config: {
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly place: { readonly cwd: string }
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly secrets: { clean<T>(value: T): Promise<T> }
  /** Puts a message before the model. */
  notify(text: Text, options: NoteOptions): void
  emit(event: Event): void
}
