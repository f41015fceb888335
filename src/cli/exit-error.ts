import { asLocalized } from '../protocol/messages/layout.ts'
import { describeError, LocalizedError, type LocalizedText } from '../protocol/messages/localized-text.ts'

/** Ends the program with a message for the person and an exit code: nothing went wrong inside. */
export class ExitError extends LocalizedError<LocalizedText> {
  override readonly name = 'ExitError'
  readonly code: number
  constructor(code: number, message: LocalizedText) {
    super(message)
    this.code = code
  }
}

/** What another error says, for the end of the program. */
export const messageOf = (error: unknown): LocalizedText => asLocalized(describeError(error))
