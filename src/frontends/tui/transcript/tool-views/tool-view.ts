import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { View } from '../look.ts'

/** A call on one line, for views that show calls of others. */
export type TitleOf = (item: ToolItem, view: View) => string

export type Folded = 'read' | 'search' | 'command' | 'server'

/** How the calls of one tool look. All text it gives is safe for a terminal, and no line wider than the view. */
export interface ToolView {
  /** Said instead of the tool's name. */
  name?(item: ToolItem, view: View): string
  /** What the call is about, on one line; empty while nothing of its input has arrived. */
  subject(input: unknown, view: View): string
  /** The file the subject names, as the call has it. */
  file?(input: unknown): string | undefined
  /** How much it took, behind the subject of a call that has ended. */
  facts?(item: ToolItem, view: View): readonly string[]
  /** While it runs; without this the last lines it reported. */
  live?(item: ToolItem, view: View, titleOf: TitleOf): readonly Line[]
  /** What it gave; undefined when the output is not of the kind expected, so that its text is shown instead. */
  result?(item: ToolItem, view: View, titleOf: TitleOf): readonly Line[] | undefined
  /** A call that failed gives the same as one that did not (a command with its output), not only a message. */
  readonly showsFailure?: boolean
  /** Agents it started stand below it while it runs; such calls side by side are shown as one tree, unless `alone`. */
  readonly hostsAgents?: true | 'alone'
  /** Calls in a row that are done become one line: so many files read, so many searches. */
  readonly folds?: Folded
  /** Such a call folds only where it was judged to be a look. */
  readonly foldsLooks?: boolean
}
