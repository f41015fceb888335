import { LocalizedError, type Text } from '../protocol/messages/localized-text.ts'

/** Ends the program with a message for the person and an exit code: nothing went wrong inside. */
export class ExitError extends LocalizedError {
  override readonly name = 'ExitError'
  readonly code: number
  constructor(code: number, message: Text) {
    super(message)
    this.code = code
  }
}
