/** An MCP server that may push messages into a session, as the person names it. */
export type ChannelName =
  | { readonly kind: 'server'; readonly server: string }
  /** Every server of that plugin. */
  | { readonly kind: 'plugin'; readonly plugin: string; readonly marketplace: string }

/** The channels that the person switched on. */
export interface ChannelsChoice {
  readonly names: readonly ChannelName[]
  /** Of those, the ones that permission questions are relayed to. */
  readonly relay: readonly ChannelName[]
  /** The session ends with its answer: a message joins the turn that runs, and starts none. */
  readonly oneShot: boolean
}

/** What an MCP server declares beside the protocol, by name. */
export type ExperimentalCapabilities = Readonly<Record<string, unknown>>

/** Something that a server says by itself, with what it has declared. */
export interface ServerPush {
  readonly method: string
  readonly params: unknown
  readonly experimental: ExperimentalCapabilities
}
