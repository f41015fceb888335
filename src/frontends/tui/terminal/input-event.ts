/** What arrives from the keyboard side of the terminal, read from raw bytes. */
export type InputEvent =
  | { readonly type: 'key'; readonly key: KeyPress }
  /** One bracketed paste, line ends as `\n`. */
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'focus'; readonly focused: boolean }
  | { readonly type: 'reply'; readonly reply: TerminalReply }

export interface KeyPress {
  /** `enter escape tab backspace delete up down left right home end pageup pagedown insert space f1…f12`, or the character in lower case. */
  readonly name: string
  /** What it types; empty for a key that types nothing or is held with ctrl, alt or super. */
  readonly text: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly super: boolean
}

/** Answers to questions the program asked the terminal. */
export type TerminalReply =
  | { readonly kind: 'cursor'; readonly row: number; readonly column: number }
  /** 0–255 each. */
  | { readonly kind: 'background'; readonly red: number; readonly green: number; readonly blue: number }
  | { readonly kind: 'kitty'; readonly flags: number }
  | { readonly kind: 'device'; readonly text: string }
  /** A part of what is in its clipboard (`DATA`, base64), or how far it is: `OK`, `DONE`, or why not. */
  | { readonly kind: 'clipboard'; readonly status: string; readonly data: string }
