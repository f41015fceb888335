import { createContext } from 'preact'
import type { ServerInfo, SessionInfo } from '../../../protocol/serve/wire.ts'
import type { Store } from '../state/store.ts'
import type { Api } from '../wire/api.ts'

/** What all of the page shares. */
export interface AppState {
  readonly api: Api
  readonly server: ServerInfo
  /** Undefined until they were read. */
  readonly sessions: Store<readonly SessionInfo[] | undefined>
  /** A short word to the person. */
  readonly told: Store<string>
  /** The session that is about to be deleted, if somebody says so. */
  readonly deleting: Store<{ readonly id: string; readonly title: string } | undefined>
  /** Ids of sessions whose draft is to be said as soon as they are read. */
  readonly toSend: Set<string>
  tell(text: string): void
  refresh(): Promise<void>
  signedOut(): void
}

export const AppContext = createContext<AppState>({} as AppState)
