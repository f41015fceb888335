import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/** A command line that cannot be run, in words for the person who typed it. */
export class UsageError extends LocalizedError<LocalizedText> {
  override readonly name = 'UsageError'
  /** A flag or a first word that is not one of ours: it may be known why. */
  readonly unknown?: string
  constructor(text: LocalizedText, unknown?: string) {
    super(text)
    if (unknown !== undefined) this.unknown = unknown
  }
}
