import type { ReactNode } from 'react'

/** A titled box around a dialog, as wide as the terminal allows. */
export interface DialogFrameProps {
  readonly title: string
  readonly tone?: 'accent' | 'warn' | 'bad' | 'modePlan'
  /** Keys that work here, one line at the bottom: `Enter choose · Esc back`. */
  readonly hints?: string
  readonly children: ReactNode
}

export interface Option<T> {
  readonly value: T
  readonly label: string
  /** Dim, on the same line when it fits, else below. */
  readonly detail?: string
  /** Said instead of the detail where room is scarce; without it only the option that is pointed at has one. */
  readonly brief?: string
  /** A digit or letter that chooses it at once. Text of an option must be safe for a terminal. */
  readonly hotkey?: string
  readonly disabled?: boolean
  /** Stands above those that follow; cannot be chosen, and is shown while one of them is. */
  readonly heading?: boolean
  /** Not shown, but found by typing. */
  readonly also?: string
  /** Not shown until something is typed that finds it. */
  readonly folded?: boolean
  /** Stands for the folded ones: gone while something is typed. */
  readonly fold?: boolean
}

/** A list with a pointer: arrows, Ctrl-N/P, digits, j/k when not filtering; scrolls within `rows`. */
export interface SelectListProps<T> {
  readonly options: readonly Option<T>[]
  readonly initial?: number
  readonly rows?: number
  /** Typing narrows the list (fuzzy on label and detail); the query is shown above it. */
  readonly filter?: boolean
  /** Said in place of a list without options. */
  readonly empty?: string
  /** False: keys go elsewhere. */
  readonly active?: boolean
  onChoose(value: T, index: number): void
  onMove?(value: T, index: number): void
  /** An action of the dialog around the list, for what is pointed at; answers whether it was one. */
  onAction?(action: string, value: T): boolean
  onCancel?(): void
  /** Typed or pasted where it chooses nothing: somebody means a field that is not there yet. Not with `filter`. */
  onText?(text: string): void
}

/** One line (or several) of text with the same editing as the prompt. */
export interface TextFieldProps {
  readonly initial?: string
  /** Line ends can be typed and pasted; Enter alone still sends. */
  readonly multiLine?: boolean
  readonly placeholder?: string
  /** Dots instead of characters. */
  readonly secret?: boolean
  /** Columns it may take; all but those of a short label when absent. */
  readonly width?: number
  readonly active?: boolean
  onSubmit(text: string): void
  onChange?(text: string): void
  onCancel?(): void
}

/** Lines that are more than fit: arrows, pages, g/G, `/` search. */
export interface ScrollLinesProps {
  readonly lines: readonly string[]
  readonly rows: number
  readonly active?: boolean
  /** The first line that is shown, unless all fit. */
  readonly start?: number
  /** What is last is shown first. */
  readonly fromEnd?: boolean
  /** `pages`: only by pages, without search, so that a list below keeps its keys. */
  readonly keys?: 'all' | 'pages'
  onCancel?(): void
}
