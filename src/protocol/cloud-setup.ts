import type { LocalizedText } from './messages/localized-text.ts'

/** Clouds whose models a session can set up step by step. */
export type SetupCloud = 'bedrock' | 'vertex'

export interface CloudSetupRequest {
  readonly cloud: SetupCloud
  /** What the person typed as name=value, not checked yet. */
  readonly fields: Readonly<Record<string, string>>
  /** `look` asks nobody; `test` sends small requests with these values; `saved` says what of them counts now. */
  readonly step: 'look' | 'test' | 'saved'
}

export interface CloudSetupReport {
  readonly text: LocalizedText
  /** Models answered. */
  readonly works: boolean
  /** Settings that would make these values count from the next start; none of them is a secret. */
  readonly changes: readonly { readonly key: string; readonly value: string }[]
}
