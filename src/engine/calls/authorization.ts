import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { Decision, RequestDetails, ResolvedPaths } from '../../protocol/permission.ts'
import type { Ran } from './run-tool.ts'

/** What became of a call that was decided. */
export type Authorization =
  | {
      readonly granted: true
      readonly input: unknown
      readonly decision: Decision
      /** The call may use these and nothing else by the paths it named. */
      readonly places: ResolvedPaths
      /** The person was asked and said yes, to what was shown or to what they made of it; at the screen or through a channel. */
      readonly byPerson?: 'approved' | 'changed' | { readonly channel: string }
      /** They gave it their terminal. */
      readonly inTerminal?: true
      /** It ran in a copy: that is to count, and it does not run again. */
      readonly trial?: Trial
      /** What the person said with their yes. */
      readonly note?: string
      readonly context: readonly string[]
      readonly messages: readonly LocalizedText[]
    }
  /** It would fail: nobody was asked. */
  | { readonly granted: false; readonly fault: string; readonly messages: readonly LocalizedText[] }
  | Refusal

export type Refusal = {
  readonly granted: false
  readonly message: LocalizedText
  readonly decision: Decision
  readonly fault?: undefined
  /** The turn ends: a hook said so. */
  readonly stop?: Text
  /** The person was asked and said no, with or without saying more. */
  readonly declined?: 'words' | 'silent'
  /** It would have been asked, and nobody is there to answer. */
  readonly unasked?: boolean
  /** The turn ends: the person said so. */
  readonly interrupt?: boolean
  /** The turn ends: a hook wants it decided later. */
  readonly deferred?: boolean
  readonly messages: readonly LocalizedText[]
}

/** What a call did in a copy. */
export interface Trial extends AsyncDisposable {
  readonly shown: Required<Pick<RequestDetails, 'tried'>> & Pick<RequestDetails, 'diff'>
  /** Leaves the files as they are in the copy, if they are what they were, and answers as the call would. */
  keep(): Promise<Ran>
}
