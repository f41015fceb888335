/** Speech of the person, made text by what they set up; and answers read aloud. */
export interface VoicePort {
  /** Starts recording at once. `onEnd`: it ended by itself. Throws an error in words for the person. */
  listen(onEnd: () => void): Promise<Listening>
  /** Has a text read aloud by the person's own command, until the signal ends. Nothing happens without one. */
  speak(text: string, signal: AbortSignal): Promise<void>
}

export interface Listening {
  /** How loud it is just now, 0 to 1. */
  level(): number
  /** Ends the recording; what was said. Throws an error in words for the person. */
  finish(signal: AbortSignal): Promise<string>
  /** Ends it, and nothing of it is kept. */
  discard(): void
}
