/** Lets others follow the conversation on the screen and talk in it. */
export interface RemotePort {
  /** Begins unless it has begun; a link signs one browser in. Rejects with words for the person. */
  start(): Promise<{ readonly url: string; readonly link: string }>
  /** False: there was nothing to stop. */
  stop(): Promise<boolean>
  /** Whether what a slash command wants of a screen is wanted of this one, and not of somebody who follows. */
  isOurs(): boolean
  /** How many follow; `undefined`: nobody can. */
  onChange(listener: (watchers: number | undefined) => void): () => void
}
