/** How the history is kept inside the window. */
export interface ContextChoice {
  /** As if the window were so large. */
  readonly window?: number
  /** Compact at this share of the effective window, in percent. */
  readonly percent?: number
  /** Makes the summary of a compaction; absent: the one that is asked anyway, which has the history in its cache. */
  readonly model?: string
  /** Keep notes of the session in the background. */
  readonly notes?: boolean
  /** How much of the input of a session they may take; absent: little. */
  readonly notesShare?: number
  /** A file with other headings for them. */
  readonly notesTemplate?: string
  /** Fold finished stretches of work, summed up in the background. */
  readonly collapse?: boolean
  /** Remind the model that it may leave out what it does not need. */
  readonly snipNudge?: boolean
  /** The provider leaves stale results out by itself when asked to. */
  readonly contextEditing?: boolean
  /** How long the provider keeps a prefix. */
  readonly cacheMinutes?: number
  /** Results that stay when stale ones are cleared. */
  readonly keepResults?: number
}
