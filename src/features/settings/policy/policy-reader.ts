import type { PolicyHelper } from '../../../protocol/extensions/policy-settings.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Settings, SettingsLayer } from '../../../protocol/settings.ts'
import type { ReadText } from '../read-bounded.ts'

/** Something about one file of policy. */
export interface PolicyComplaint {
  /** `fatal`: nothing may start. `invalid`: read strictly, or left out. `note`: nothing is wrong. */
  readonly kind: 'fatal' | 'invalid' | 'note'
  readonly key?: string
  readonly message: LocalizedText
}

export interface PolicyText {
  /** As it is named in messages. */
  readonly file: string
  readonly text: string
  /** As parsed. */
  readonly value: unknown
  /** Dotted paths of keys given twice. */
  readonly duplicates: readonly string[]
  /** Written for the program that these conventions come from: versions in it are not ours. */
  readonly foreign: boolean
}

export interface PolicyReading {
  readonly settings: Settings
  readonly complaints: readonly PolicyComplaint[]
}

/** What a helper answered: settings as JSON text, nothing, or why nothing may start. `stale`: it was asked again, and failed. */
export type HelperAnswer =
  | { readonly kind: 'settings'; readonly text: string; readonly stale?: LocalizedText }
  | { readonly kind: 'nothing'; readonly stale?: LocalizedText }
  | { readonly kind: 'failed'; readonly message: LocalizedText }

/** How policy is read. Loaded with the first file of it: most machines have none. */
export interface PolicyReader {
  read(policy: PolicyText): PolicyReading
  /** A property list, as JSON text. */
  readList(file: string): ReadText
  /** What a program that starts this one may say. */
  parent(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Layers of several places, lowest first, as one policy: none of them loosens what another restricts. */
  join(places: readonly (readonly SettingsLayer[])[]): readonly SettingsLayer[]
  /** What a helper said last. */
  answerOf(helper: PolicyHelper): HelperAnswer
}
