import { createContext } from 'preact'
import type { ServerInfo } from '../../../protocol/serve/wire.ts'
import type { Api } from '../wire/api.ts'
import type { Session } from '../wire/session.ts'

export type Panel =
  | { readonly name: 'agents' | 'tasks' | 'changes' | 'details' | 'rewind' | 'link' | 'share' }
  | { readonly name: 'agent'; readonly id: string }
  /** Goes back to before that message, once it is said what to take along. */
  | { readonly name: 'move'; readonly messageUuid: string; readonly title: string }

/** What the parts of a session's view may ask of the whole. */
export interface Ui {
  openPanel(panel: Panel): void
  closePanel(): void
  /** A short word to the person, also for who hears the page. */
  tell(text: string): void
  /** Puts text into the prompt. */
  setPrompt(text: string): void
  /** Puts text behind what is written in the prompt. */
  insert(text: string): void
  readonly server: ServerInfo
  /** Whoever sees this can only read. */
  readonly watches?: true
  readonly api: Api
}

const missing = <T extends object>(name: string): T =>
  new Proxy({} as T, {
    get() {
      throw new Error(`${name} is not there yet`)
    },
  })

export const SessionContext = createContext<Session>(missing<Session>('The session'))
export const UiContext = createContext<Ui>(missing<Ui>('The page'))
