/** What a slash command may ask of a front end that has a screen. Others say that it needs one. */
export type UiRequest =
  /** Opens a dialog by name. */
  | { readonly kind: 'panel'; readonly panel: string; readonly params?: unknown }
  /** The n-th last answer, or all of them, to the clipboard; `text` in their place where it is given. */
  | { readonly kind: 'copy'; readonly which: number | 'all'; readonly text?: string }
  /** `taken_over`: another process goes on with the session. */
  | { readonly kind: 'exit'; readonly because?: 'taken_over' }
  /** Lets others follow the conversation and talk in it, or no longer does. */
  | { readonly kind: 'remote_control'; readonly how: 'on' | 'off' }
  /** A link that can only read the session: makes one, lists them, ends one or (without an id) all of them. */
  | {
      readonly kind: 'share'
      readonly action: 'create' | 'list' | 'end'
      readonly hours?: number
      readonly id?: string
    }
  /** The ways to a model, or away from the one that is stored. */
  | { readonly kind: 'sign_in' | 'sign_out'; readonly provider?: string }
  /** Ends this conversation on the screen and begins or resumes another. */
  | {
      readonly kind: 'switch_session'
      readonly sessionId?: string
      /** Goes on in a copy of it, which leaves the session itself as it is. */
      readonly fork?: boolean
    }
  | { readonly kind: 'set_prompt'; readonly text: string }
  /** Into what is being written, where the caret is. */
  | { readonly kind: 'insert'; readonly text: string }
  /** Turns a view setting over, or gives it a value: `vim`, `focus`, `brief`, `color`, `verbose`, `todos`. */
  | { readonly kind: 'set_view'; readonly name: string; readonly value?: string }
