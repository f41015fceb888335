import type { CommandGroup } from '../../../protocol/command-info.ts'

/** A place suggestions come from. Adding one takes a file and a line in the list the program passes to the prompt. */
export interface CompletionSource {
  readonly name: string
  /** The part of the text that is being completed, or undefined when this source has nothing to say here. Cheap: called on every key. */
  find(text: string, caret: number): CompletionSpan | undefined
  /** Best first, at most `limit`. A synchronous answer is shown in the same frame as the key. */
  suggest(query: string, options: SuggestOptions): readonly Suggestion[] | Promise<readonly Suggestion[]>
}

export interface SuggestOptions {
  readonly limit: number
  readonly signal: AbortSignal
  /** Somebody asked for the whole list: nothing is folded, and `limit` does not count. */
  readonly unfolded?: boolean
  /** More is known now: the same question is asked once more, if it is still the one on the screen. */
  readonly again?: () => void
}

/** Offsets in the text; what stands between them is replaced by the chosen suggestion. */
export interface CompletionSpan {
  readonly from: number
  readonly to: number
  readonly query: string
  /** Only on Tab, never by itself. */
  readonly onRequest?: boolean
}

export interface Suggestion {
  /** What stands in the text afterwards. */
  readonly insert: string
  readonly label: string
  /** What follows the label, fainter: how the arguments look. */
  readonly hint?: string
  readonly detail?: string
  /** Characters of the label that matched, as offsets. */
  readonly matched?: readonly number[]
  /** Completion goes on behind it (a directory). */
  readonly more?: boolean
  /** Enter on it sends at once (a command without arguments). */
  readonly submits?: boolean
  /** Enter sends it only where somebody moved to it: what was typed may mean another one. */
  readonly uncertain?: boolean
  /** Stands under this heading; equal ones follow each other. */
  readonly group?: CommandGroup
  /** Stands for so many that are folded: choosing it shows them. */
  readonly folded?: number
}
