import type { NewShare, ShareInfo } from '../../../protocol/serve/wire.ts'

/** Links that can read the session on the screen and do nothing else. */
export interface WatchLinksPort {
  /** Throws with words for the person. */
  create(hours?: number): NewShare
  list(): readonly ShareInfo[]
  end(id: string): void
}

/** Lets others follow the conversation on the screen and talk in it. */
export interface RemotePort {
  /** Begins unless it has begun; a link signs one browser in. Rejects with words for the person. */
  start(): Promise<{ readonly url: string; readonly link: string }>
  /** False: there was nothing to stop. */
  stop(): Promise<boolean>
  /** Undefined: the session is not served from here. */
  watchLinks(): Promise<WatchLinksPort | undefined>
  /** Whether what a slash command wants of a screen is wanted of this one, and not of somebody who follows. */
  isOurs(): boolean
  /** How many follow; `undefined`: nobody can. */
  onChange(listener: (watchers: number | undefined) => void): () => void
}
