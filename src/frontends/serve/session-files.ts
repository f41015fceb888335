export type ExportFormat = 'html' | 'md' | 'json'

/** What can be done with the file of a session. */
export interface SessionFiles {
  /** The session without secrets. Throws an Error with words for the person. */
  exportAs(path: string, format: ExportFormat): Promise<string>
  /** Removes it with everything kept for it, unless a process writes it. */
  purge(path: string): Promise<'removed' | 'in use'>
}
