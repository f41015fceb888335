/** Carries JSON-RPC messages between Capstan and a server in your process. The shape the official MCP packages use. */
export interface ServerTransport {
  onmessage?: ((message: unknown) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  start(): Promise<void>
  send(message: unknown): Promise<void>
  close(): Promise<void>
}

/** A server in your process: what `createSdkMcpServer` makes, or an `McpServer` of the official packages. */
export interface ConnectableServer {
  // A method, so that servers with narrower transports fit.
  connect(transport: ServerTransport): Promise<void>
}

export interface SdkServerConfig {
  readonly type: 'sdk'
  readonly name: string
  readonly instance: ConnectableServer
  /** Milliseconds a call may take. */
  readonly timeout?: number
}

export type McpServerConfig =
  | SdkServerConfig
  | {
      readonly type?: 'stdio'
      readonly command: string
      readonly args?: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly timeout?: number
    }
  | {
      readonly type: 'http' | 'sse'
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
      readonly timeout?: number
    }

export const isSdkServer = (config: McpServerConfig): config is SdkServerConfig => config.type === 'sdk'
