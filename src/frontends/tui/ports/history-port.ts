/** What was typed at the prompt, across sessions of the same project. */
export interface HistoryPort {
  /** Newest first. */
  load(): Promise<readonly HistoryLine[]>
  /** The same of all projects. */
  loadEverywhere(): Promise<readonly HistoryLine[]>
  add(line: HistoryLine): void
}
export interface HistoryLine {
  readonly text: string
  /** `!` and `#` lines are kept with their prefix removed. */
  readonly mode: 'prompt' | 'shell' | 'memory'
  readonly at: number
}
