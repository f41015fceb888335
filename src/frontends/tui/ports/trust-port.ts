import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** What the folder would like to do once it is trusted. */
export interface TrustRequest {
  readonly directory: string
  readonly survey: LocalizedText
  /** False: it can be trusted for this session only. */
  readonly lasting?: boolean
}
export interface TrustPort {
  /** Undefined when nothing is to be asked. Looks through the folder. */
  wish(): Promise<TrustRequest | undefined>
  /** Settings of the folder count from now on. */
  accept(): Promise<void>
}
