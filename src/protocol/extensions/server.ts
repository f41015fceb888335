import type { LocalizedText } from '../messages/localized-text.ts'
import type { ContributionSource } from './source.ts'

/** How an MCP server is reached, checked and with its variables filled in. */
export type ServerConfig = ServerCommon & (StdioServer | RemoteServer | SdkServer)

export interface StdioServer {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** It runs in the sandbox, or not at all. */
  readonly sandbox?: true
}

export interface RemoteServer {
  readonly type: 'http' | 'sse' | 'ws'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Prints further headers as JSON. */
  readonly headersHelper?: string
  readonly oauth?: ServerOAuth
}

/** In the process of a program that drives this one, over its control channel. */
interface SdkServer {
  readonly type: 'sdk'
}

interface ServerCommon {
  /** Milliseconds that a call may take. */
  readonly timeout?: number
  /** Its tools are sent whole from the start. */
  readonly alwaysLoad?: boolean
  /** Whether its tools are only offered from within scripts; absent: as the setting says. */
  readonly codeMode?: CodeMode
}

/** `auto`: those of servers with many. */
export const CODE_MODES = ['auto', 'always', 'off'] as const
export type CodeMode = (typeof CODE_MODES)[number]

/** The program that drives this one, as far as its MCP servers and the questions of all others go. */
export interface ServerHost {
  /** Carries a message to an MCP server in that program, and brings its answer. */
  sdkServer?(server: string, message: unknown): Promise<unknown>
  /** Hears what such a server says by itself, until the returned function is called. */
  sdkListen?(server: string, hear: (message: unknown) => void): () => void
  /** Puts the question of a server to that program. */
  elicit?(question: ServerQuestion, signal: AbortSignal): Promise<ServerAnswer>
}

/** What a server wants to know, or the page it wants to be opened. */
export interface ServerQuestion {
  readonly server: string
  readonly message: string
  readonly url?: string
  readonly id?: string
  readonly schema?: Readonly<Record<string, unknown>>
}

export interface ServerAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>>
}

export interface ServerOAuth {
  readonly clientId?: string
  readonly callbackPort?: number
  readonly authServerMetadataUrl?: string
  readonly scopes?: string | readonly string[]
}

/** A server under its name: `plugin:<plugin>:<server>` for one of a plugin. */
export interface NamedServer {
  readonly name: string
  readonly config: ServerConfig
  /** Where it is written. */
  readonly file?: string
  /** The person switched it off for this project. */
  readonly disabled?: true
  /** It comes with a project, so it waits for the person's word; absent: it needs none. */
  readonly approval?: ServerApproval
}

/** The person's word about a server of a project, bound to all that is written about it. */
export interface ServerApproval {
  /** The definition as it stands in its file: what is shown and what the digest is of. */
  readonly written: unknown
  readonly sha256: string
  readonly given: 'yes' | 'no' | 'not asked'
}

export type ServerState =
  | 'connected'
  /** Its tools are known from an earlier session; it starts when one of them is called. */
  | 'ready'
  | 'failed'
  | 'needs-auth'
  | 'pending'
  | 'disabled'
  | 'unapproved'

/** A server as it is now, for who shows it. Names, descriptions and errors are foreign text. */
export interface ServerInfo {
  readonly name: string
  readonly state: ServerState
  readonly source: ContributionSource
  readonly file?: string
  readonly transport: ServerConfig['type']
  /** Its command line or address and all else it runs or sends, as far as the person may see it. */
  readonly where: string
  /** English. */
  readonly error?: string
  /** The same as data, where it is not foreign. */
  readonly localized?: LocalizedText
  readonly tools: readonly {
    readonly name: string
    readonly title?: string
    readonly description?: string
    readonly readOnly: boolean
  }[]
  /** As it calls itself; absent: it has not been asked yet. */
  readonly serverInfo?: { readonly name: string; readonly version: string }
  readonly prompts: readonly string[]
  readonly resources: boolean
  /** Takes a sign-in of the person. */
  readonly canSignIn: boolean
}
