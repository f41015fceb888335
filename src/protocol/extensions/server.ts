/** How an MCP server is reached, checked and with its variables filled in. */
export type ServerConfig = ServerCommon &
  (
    | {
        readonly type: 'stdio'
        readonly command: string
        readonly args: readonly string[]
        readonly env: Readonly<Record<string, string>>
      }
    | {
        readonly type: 'http' | 'sse' | 'ws'
        readonly url: string
        readonly headers: Readonly<Record<string, string>>
        /** Prints further headers as JSON. */
        readonly headersHelper?: string
        readonly oauth?: ServerOAuth
      }
    /** In the process of a program that drives this one, over its control channel. */
    | { readonly type: 'sdk' }
  )

interface ServerCommon {
  /** Milliseconds that a call may take. */
  readonly timeout?: number
  /** Its tools are sent whole from the start. */
  readonly alwaysLoad?: boolean
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
}

export type ServerState = 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled' | 'unapproved'
