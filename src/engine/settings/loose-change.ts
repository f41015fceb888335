/** Settings that changed while the session runs and permit more than before. */
export interface LooseChange {
  /** The files, fit for a message. */
  readonly names: string
  readonly files: readonly string[]
  /** In words, one by one. */
  readonly loosens: readonly string[]
}

export const changesToAskAbout = (loosens: readonly string[]): string =>
  `Part of the new settings allows more than before and applies only if you approve it: ${loosens.join('; ')}.`
