import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/** A command line that cannot be run, in words for the person who typed it. */
export class UsageError extends LocalizedError {
  override readonly name = 'UsageError'
  override readonly localized: LocalizedText
  constructor(text: LocalizedText) {
    super(text)
    this.localized = text
  }
}
