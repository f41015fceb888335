import type { Engine } from '../../protocol/engine.ts'
import {
  type Env,
  HostError,
  type OpenRequest,
  type OpenSession,
  type SessionSummary,
} from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import { SessionHost } from '../host.ts'

declare const CAPSTAN_VERSION: string | undefined
export const libraryVersion = typeof CAPSTAN_VERSION === 'string' ? CAPSTAN_VERSION : '0.0.0-source'

/** Sessions in your own process. Disposing it ends them all. */
export interface LibraryHost extends AsyncDisposable {
  /** A new session in the current directory, unless the request says otherwise. Throws HostError when it cannot be. */
  open(request?: Partial<OpenRequest>): Promise<Engine>
  /** Those that are open, in the order they were opened. */
  sessions(): readonly OpenSession[]
  /** Saved sessions of one directory, or all; the one written last first. */
  list(query?: { readonly cwd?: string }): Promise<readonly SessionSummary[]>
}

export const embeddedHost = (): SessionHost =>
  new SessionHost({
    version: libraryVersion,
    bridge() {
      throw new HostError('sandbox', openingText('no_sandbox_in_library'))
    },
    releaseNotes: async () => '',
  })

/** A host for whoever embeds it: there is no program around it that could serve a sandbox or a team of processes. */
export const openLibraryHost = (env: Env): LibraryHost => {
  const host = embeddedHost()
  return {
    open: (request = {}) =>
      host.open({ env, session: { kind: 'new' }, overrides: {}, canAsk: true, ...request }),
    sessions: () => host.sessions(),
    list: ({ cwd } = {}) => host.list({ env, ...(cwd === undefined ? {} : { cwd }) }),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}
