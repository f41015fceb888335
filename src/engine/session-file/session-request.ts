import type { Replica } from '../../protocol/host.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

export interface SessionRequest {
  readonly configHome: string
  /** Real path. */
  readonly cwd: string
  readonly version: string
  readonly entrypoint: string
  readonly persist: boolean
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** Whose account it is sent with; absent: the usual one. */
  readonly profile?: string
  readonly newId: () => string
  readonly now: () => Date
  readonly newSessionId: string
  readonly resume?: {
    readonly path: string
    readonly fork: boolean
    readonly at?: string
    /** With `at`: the prompt of the only turn that may be lost by it. */
    readonly dropsTurn?: string
  }
  /**
   * When another process writes the session: `refuse` throws SessionError (`busy`), `fork` goes on in a copy, `take_over`
   * asks that process to let go.
   */
  readonly whenBusy?: 'refuse' | 'fork' | 'take_over'
  readonly replica?: Replica
  /** Hears of a failed background write. */
  onError(error: unknown): void
  /** Hears, in words for the person, what happened to the file. */
  onNotice?(text: Text): void
}

export type Resume = NonNullable<SessionRequest['resume']>
