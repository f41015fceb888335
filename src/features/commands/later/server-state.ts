import type { ServerState } from '../../../protocol/extensions/server.ts'

const WORDS: Readonly<Record<ServerState, string>> = {
  connected: 'connected',
  ready: 'starts when needed',
  failed: 'failed',
  'needs-auth': 'needs sign-in',
  pending: 'connecting',
  disabled: 'disabled',
  unapproved: 'waiting for your approval (/mcp)',
}

/** How a server is, for a table. */
export const sayState = (state: string): string =>
  Object.hasOwn(WORDS, state) ? WORDS[state as ServerState] : state
