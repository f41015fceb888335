import type { LocalizedText } from './messages/localized-text.ts'
import type { PermissionMode } from './permission.ts'

/** An effect a call would have, declared by its tool as data. The tool never asks for permission itself. */
export type Access =
  | { readonly kind: 'read'; readonly path: string }
  /** A search below a directory: reads whatever it finds, names no single file. */
  | {
      readonly kind: 'search'
      readonly path: string
      /** Patterns that choose the files whose content is shown, with `!` before those that leave some out. */
      readonly picks?: readonly string[]
    }
  | { readonly kind: 'write'; readonly path: string }
  /** `unsandboxed`: the model asks to run it outside the sandbox; without one it means nothing. */
  | { readonly kind: 'shell'; readonly command: string; readonly unsandboxed?: boolean }
  | { readonly kind: 'network'; readonly url: string }
  /** `act`: something is done there with what the browser knows; `open`: a page is fetched and looked at. */
  | { readonly kind: 'browser'; readonly url: string; readonly does: 'open' | 'act' }
  /** `act`: pointer or keys reach that application; `look`: the whole screen is seen. An empty name: nobody knows whose it is. */
  | { readonly kind: 'application'; readonly name: string; readonly does: 'look' | 'act' }
  /** A question to a search service: the words leave this machine. */
  | { readonly kind: 'web-search'; readonly query: string }
  /** `lists`: the server is only asked for the names of what it has. */
  | {
      readonly kind: 'mcp'
      readonly server: string
      readonly tool: string
      readonly lists?: true
      /** What the server says of the tool: its word, which may make a question stricter and never allows anything. */
      readonly hint?: 'read-only' | 'destructive'
      /** Its title and description: foreign words. */
      readonly says?: string
    }
  | { readonly kind: 'agent'; readonly name: string }
  /** On another machine, by its address. `text`: the command, the path or the address; nothing here is touched. */
  | {
      readonly kind: 'remote'
      readonly host: string
      readonly does: 'connect' | 'look' | 'edit' | 'run'
      readonly text: string
      /** Where a file of that name would be in the directory here: rules that restrict are compared with it as well. */
      readonly localPath?: string
    }
  /** Words for another session of the person, which works with permissions of its own. */
  | { readonly kind: 'message'; readonly session: string; readonly text: string }
  /** Needs the person's answer: asked in every mode, whatever the rules say. */
  | {
      readonly kind: 'person'
      readonly question?: PersonQuestion
      /** What a yes would change beyond the session. */
      readonly changes?: 'settings'
    }
  /** The name as `readExtensionName` reads it. `safe`: nothing of it lets more happen than could happen without it. */
  | { readonly kind: 'skill'; readonly name: string; readonly args: string; readonly safe?: boolean }

/** What the person is asked; all of it may hold foreign text. */
export interface PersonQuestion {
  readonly title: LocalizedText
  /** Why it is asked, in a sentence. */
  readonly why: LocalizedText
  /** The whole of what a yes is for. */
  readonly text?: string
  /** Modes the person may choose with a yes. */
  readonly modes?: readonly PermissionMode[]
}
