import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/** A command line that cannot be run, in words for the person who typed it. */
export class UsageError extends LocalizedError<LocalizedText> {
  override readonly name = 'UsageError'
}
