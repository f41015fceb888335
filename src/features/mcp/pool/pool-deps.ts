import type { ProgramStart } from '../../../lib/git/start-git.ts'
import type { ExperimentalCapabilities, ServerPush } from '../../../protocol/extensions/channel.ts'
import type { ServerHost } from '../../../protocol/extensions/server.ts'
import type { Env } from '../../../protocol/host.ts'
import type { ElicitAnswer, Elicitation } from '../elicitation.ts'
import type { ListingCache } from './listing-cache.ts'
import type { WantedServer } from './wanted-server.ts'

/** What servers need of the session they belong to. */
export interface PoolDeps {
  readonly env: Env
  readonly version: string
  /** Where the person's own files of this program are; absent: nothing is kept. */
  readonly configHome?: string
  readonly limits: ServerLimits
  readonly kept?: ListingCache
  cwd(): string
  roots(): readonly string[]
  now(): number
  /** Absent: nobody can be asked. */
  elicit?(server: string, request: Elicitation, signal: AbortSignal): Promise<ElicitAnswer>
  /** The program that drives this one; absent: there is none. */
  readonly host?: ServerHost
  /** Absent: no server may push anything into the session. */
  readonly channels?: PoolChannels
  /** The start of a program as one in the sandbox; absent: there is none. Throws, in words, where it does not work. */
  sandbox?(start: ProgramStart): Promise<ProgramStart>
  /** Something about a server is not as it was. */
  onChanged(server: string): void
  /** Tools are not as they were when they were last seen. */
  onToolsChanged(server: string, change: ToolsChange): void
  /** In words for the person. */
  warn(text: string): void
  log(line: string): void
}

/** Servers that may push messages into the session: they run from its beginning. */
export interface PoolChannels {
  has(server: WantedServer): boolean
  opened(server: WantedServer, line: ChannelLine): void
  closed(server: WantedServer): void
  heard(server: WantedServer, push: ServerPush): void
}

/** The way to a server that may push. */
export interface ChannelLine {
  readonly experimental: ExperimentalCapabilities
  readonly instructions: string | undefined
  send(method: string, params: Readonly<Record<string, unknown>>): Promise<void>
}

export interface ToolsChange {
  readonly added: readonly string[]
  readonly gone: readonly string[]
  readonly changed: readonly string[]
}

export interface ServerLimits {
  readonly connectMs: number
  /** A call may take so long in all. */
  readonly callMs: number
  /** Without a sign of life; absent: half an hour for a program, five minutes for others. */
  readonly idleMs?: number
  /** Before a lost or failed connection to an address is tried again; each pause is twice the one before. */
  readonly pauseMs?: number
  readonly startAtOnce?: StartAtOnce
}

/** How many start at a time; the others wait in line. */
export interface StartAtOnce {
  /** Programs on this machine; absent: 3. */
  readonly local?: number
  /** Addresses, and servers of the program that drives this one; absent: 20. */
  readonly remote?: number
}

export const DEFAULT_LIMITS: ServerLimits = { connectMs: 30_000, callMs: 100_000_000 }
