/** The whole conversation as the session file has it, also what is not sent any more. */
export interface Transcript {
  search(question: TranscriptQuestion, signal: AbortSignal): Promise<TranscriptAnswer>
}

export interface TranscriptQuestion {
  /** Words, the more of which occur the better; several in double quotes are looked for as they stand. Never a pattern. */
  readonly query?: string
  /** At most so many messages. */
  readonly limit: number
  /** Only this message, or the one whose id begins like this. */
  readonly messageId?: string
  /** Calls of these tools and their results do not count. */
  readonly withoutTools?: readonly string[]
}

export interface TranscriptAnswer {
  /** Best first; of equals the newest. */
  readonly found: readonly TranscriptHit[]
  /** How many messages have at least one of the words, shown or not; counted up to a few hundred. */
  readonly total: number
}

export interface TranscriptHit {
  readonly uuid: string
  readonly timestamp: string
  /** Who says it: for a result, the tool. */
  readonly by: 'user' | 'assistant' | 'call' | 'result' | 'note'
  readonly tool?: string
  /** Not sent any more: it stands before a compaction. */
  readonly dropped: boolean
  /** Lines with something before and after; one for the whole message when nothing was looked for. */
  readonly excerpts: readonly TranscriptExcerpt[]
  /** How many more there are in it. */
  readonly more: number
}

export interface TranscriptExcerpt {
  /** 1-based, of its first line. */
  readonly line: number
  readonly text: string
}
