import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/** An editor cannot be reached, or does not do what it was asked; in words for the person. */
export class EditorError extends LocalizedError<LocalizedText> {
  override readonly name = 'EditorError'
}
