import type { Message } from '../../protocol/message.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import type { HubsOptions } from './hubs.ts'
import type { LinkStore } from './watch-links.ts'

/** Everything a server of sessions begins with. */
export interface ServeOptions
  extends Pick<HubsOptions, 'host' | 'base' | 'only' | 'isOpenElsewhere' | 'sessionFiles'> {
  readonly version: string
  /** Where new sessions begin. */
  readonly cwd: string
  readonly rights: ClientRights
  /** 256 random bits, known to the person this runs for and nobody else. */
  readonly token: string
  readonly listen: Listen
  /** Links to watch; absent: nobody can make one. */
  readonly linkStore?: LinkStore
  /** Calls later; answers what stops it. Absent: a timer. */
  later?(ms: number, call: () => void): () => void
  /** The files of the web page, by their paths. */
  readonly page: Page
  /** What the file of an agent's thread holds. */
  readThread(path: string): Promise<readonly Message[]>
  /** Paths below a directory that fit what was typed, with `/` behind those of directories; absent: nobody looks. */
  findFiles?(cwd: string, query: string, limit: number): Promise<readonly string[]>
  /** What is said in a WAV file; absent: voice input is off. Throws an error in words for people. */
  readonly transcribe?: (wav: Uint8Array) => Promise<string>
  newId(): string
  now(): number
  /** Hears of what went wrong inside; never of tokens or of what was said. */
  log(text: string): void
}

export interface Listen {
  readonly hostname: string
  /** 0: any that is free. */
  readonly port: number
  /** Further names the server may be called by. */
  readonly names: readonly string[]
  readonly tls?: { readonly cert: string; readonly key: string }
}

export type Page = (path: string) => Promise<PageFile | undefined>

export interface PageFile {
  readonly type: string
  readonly body: Uint8Array | string
  /** Its name changes with its content. */
  readonly immutable?: boolean
}
