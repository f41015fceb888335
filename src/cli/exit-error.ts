/** Ends the program with a message for the person and an exit code: nothing went wrong inside. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
