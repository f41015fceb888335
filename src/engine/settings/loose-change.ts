import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** Settings that changed while the session runs and permit more than before. */
export interface LooseChange {
  /** The files, fit for a message. */
  readonly names: string
  readonly files: readonly string[]
  /** In words, one by one. */
  readonly loosens: readonly string[]
}

export const changesToAskAbout = (loosens: readonly string[]): LocalizedText =>
  settingsText('loosen', { changes: loosens.join('; ') })
