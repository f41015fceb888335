import type { EditorLock } from './lock-file.ts'

/** A way to an editor: whole messages there and back. Nothing that arrives before somebody listens is lost. */
export interface EditorChannel {
  listen(on: { message(text: string): void; closed(): void }): void
  send(text: string): void
  /** What was sent last still arrives, unless the other end does not read. */
  close(): void
}

export interface ChannelOptions {
  readonly editor: Pick<EditorLock, 'port' | 'token' | 'name' | 'transport'>
  readonly openMs: number
}

/** A longer message ends the connection: no file that is shown is near that size. */
export const MOST_BYTES = 4 * 1024 * 1024
export const CLOSE_MS = 500
export const TOKEN_HEADER = 'x-claude-code-ide-authorization'
