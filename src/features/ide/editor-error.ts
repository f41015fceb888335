/** An editor cannot be reached, or does not do what it was asked; in words for the person. */
export class EditorError extends Error {
  override readonly name = 'EditorError'
}
