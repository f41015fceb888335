import type { InitializeFields } from '../../protocol/control/inbound.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { ServerHost } from '../../protocol/extensions/server.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import type { SdkServers } from './sdk-servers.ts'

export interface HeadlessOptions {
  /** With text input: what to ask, with anything piped in already added. */
  readonly prompt?: string
  readonly inputFormat: 'text' | 'stream-json'
  readonly outputFormat: 'text' | 'json' | 'stream-json'
  readonly verbose: boolean
  readonly includePartialMessages: boolean
  readonly includeHookEvents: boolean
  readonly replayUserMessages: boolean
  readonly forwardSubagentText?: boolean
  /** Who answers permission questions: the host (`stdio`), or an MCP tool. Without it every question is answered no. */
  readonly permissionPromptTool?: string
  /** A host may switch to `bypassPermissions`. */
  readonly allowBypass: boolean
  /** A guess at the next prompt follows each turn. */
  readonly promptSuggestions?: boolean
  /** The host wants to know whether the session works, waits for it or is idle. */
  readonly sessionStates?: boolean
  /** Nothing is opened before the host has sent `initialize`; anything else first is an error. */
  readonly awaitInitialize?: boolean
  /** A session that cannot be opened is also told as a result. */
  readonly startupFailureResults?: boolean
  /** Every line of the session file also goes to the host. */
  readonly sessionMirror?: {
    /** The name under which a host of this kind knows the file. */
    nameOf(path: string): string
  }
  /** Version of this program. */
  readonly version: string
  readonly betas: readonly string[]
  /** As written: how long background agents are waited for after the last result, 0 for ever; absent: ten minutes. */
  readonly backgroundCeilingMs?: string
  /** The same for background commands and monitors; absent: five seconds. */
  readonly backgroundCommandMs?: string
  /** Ends the run when nothing has been asked for so long after a turn. */
  readonly exitAfterMs?: number
}

export interface HeadlessIo {
  /** Read only with stream-json input. */
  readonly stdin: AsyncIterable<Uint8Array | string>
  /**
   * Writes text to stdout and resolves when more may come; rejects with code `EPIPE` when nobody reads any more. Only a
   * write finds that out: the runtime refuses to read or poll the write end of a pipe (ENOTCONN).
   */
  write(text: string): Promise<void> | void
  /** One message for stderr, without the line end. */
  writeError(text: string): void
  /** Aborts when the process was told to stop; the reason is the name of the signal. */
  readonly signal?: AbortSignal
}

export interface HeadlessStart {
  /**
   * Opens the session, with what the host said about itself if it did so first. Once more, when the one before was
   * ended because a host said so late, with everything it said.
   */
  open(initialize?: InitializeFields, host?: ServerHost): Promise<Engine>
  /** Paths below the working directory for what somebody types. */
  suggestFiles(query: string, most: number, signal: AbortSignal): Promise<readonly string[]>
  readonly options: HeadlessOptions
  readonly io: HeadlessIo
  /** The language of what people read: text output, and what goes to stderr. Loaded with the first sentence. */
  localize(): Promise<Localize>
  /** A new uuid. */
  readonly ids: () => string
  readonly now: () => number
}

export interface HeadlessRun extends Omit<HeadlessStart, 'open'> {
  readonly engine: Engine
  /** By its clock. */
  readonly startedAt: number
  /** A guess at the next prompt follows each turn. */
  readonly promptSuggestions: boolean
  /** MCP servers of the host. */
  readonly servers: SdkServers
}
