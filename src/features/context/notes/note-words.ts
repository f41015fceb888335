/** What the note-taker reads: headings with a line on what belongs under each, and how it is asked. */
export interface NoteWords {
  readonly template: string
  /** The notes as they are, as text, and names of sections that are too long. */
  instruction(notes: string, long: readonly string[]): string
}
