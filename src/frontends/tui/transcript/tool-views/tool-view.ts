import type { Body } from '../../../../protocol/messages/presentation.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { View } from '../render-options.ts'

/** A call on one line, for views that show calls of others. */
export type TitleOf = (item: ToolItem, view: View) => string

/** A call with the body that its view is made for. */
export interface Shown<B> {
  readonly item: ToolItem
  readonly body: B
}

/** How calls with one kind of body look. All text it gives is safe for a terminal, and no line wider than the view. */
export interface BodyView<B extends Body = Body> {
  /** How much it took, behind the subject of a call that has ended. */
  facts?(call: Shown<B>, view: View): readonly string[]
  /** While it runs; without this the last lines it reported. */
  live?(call: Shown<B>, view: View, titleOf: TitleOf): readonly Line[]
  /** What it gave; undefined when that is not known, so that the outcome or the text of the result is shown instead. */
  result?(call: Shown<B>, view: View): readonly Line[] | undefined
  /** A call that failed gives the same as one that did not (a command with its output), not only a message. */
  readonly showsFailure?: boolean
}

export type BodyOf<T extends Body['type']> = Extract<Body, { readonly type: T }>
