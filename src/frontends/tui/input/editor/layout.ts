import { truncateText } from '../../../../lib/text-width.ts'
import type { Tone } from '../../theme/theme.ts'
import { chipAt } from './chip.ts'
import type { Editor, Span } from './editor-state.ts'
import { drawnCluster, nextStop, plainWidth } from './graphemes.ts'
import { chipText, columnOf, type RowShape, rowEnd, rowOf, rowStarts, widthAt } from './rows.ts'

/** A piece of the text that looks different: what a search found, a command, a region. */
export interface Mark extends Span {
  readonly tone: Tone
}

export interface LayoutOptions {
  /** Columns in all, those of the prefix included. */
  readonly width: number
  readonly maxRows: number
  /** Columns in front of every row. */
  readonly prefix: number
  readonly marks?: readonly Mark[]
  label?: RowShape['label']
}

export interface LaidOutRow {
  readonly spans: readonly { readonly text: string; readonly tone: Tone }[]
  /** Number of the row in the whole text. */
  readonly index: number
  readonly columns: number
}

export interface EditorLayout {
  readonly rows: readonly LaidOutRow[]
  /** In the rows shown; `x` counts the prefix. */
  readonly caret: { readonly x: number; readonly y: number }
  /** Rows that are out of sight. */
  readonly above: number
  readonly below: number
}

const rowShape = (editor: Editor, options: Pick<LayoutOptions, 'width' | 'prefix' | 'label'>): RowShape => ({
  width: options.width - options.prefix,
  chips: editor.chips,
  memo: editor.memo,
  ...(options.label ? { label: options.label } : {}),
})

/** The rows around the caret, as they stand on the screen. */
export const layoutEditor = (editor: Editor, options: LayoutOptions): EditorLayout => {
  const shape = rowShape(editor, options)
  const starts = rowStarts(editor.text, shape)
  const caretRow = rowOf(starts, editor.caret)
  const shown = Math.max(1, Math.min(options.maxRows, starts.length))
  const top = Math.max(0, Math.min(caretRow - (shown >> 1), starts.length - shown))
  const draw = rowDrawer(editor.text, shape, options.marks ?? [])
  const rows = Array.from({ length: shown }, (_, index): LaidOutRow => {
    const from = starts[top + index] ?? 0
    return draw({ from, to: rowEnd(editor.text, starts, top + index) }, top + index)
  })
  return {
    rows,
    caret: {
      x: options.prefix + columnOf(editor.text, { from: starts[caretRow] ?? 0, to: editor.caret }, shape),
      y: caretRow - top,
    },
    above: top,
    below: starts.length - top - shown,
  }
}

type DrawRow = (row: Span, index: number) => LaidOutRow

const rowDrawer =
  (text: string, shape: RowShape, marks: readonly Mark[]): DrawRow =>
  (row, index) => {
    const spans: { text: string; tone: Tone }[] = []
    let columns = 0
    for (let at = row.from; at < row.to; ) {
      const next = Math.min(nextStop(text, at), row.to)
      const wide = plainWidth(text, at) || widthAt(text, { at, next }, shape)
      // The one blank that may hang over the edge.
      if (columns + wide > shape.width && columns > 0) break
      const { drawn, tone } = drawCluster(text, { at, next }, shape)
      const marked = marks.find(mark => mark.from <= at && at < mark.to)?.tone ?? tone
      const last = spans.at(-1)
      if (last?.tone === marked) last.text += drawn
      else spans.push({ text: drawn, tone: marked })
      columns += wide
      at = next
    }
    return { spans, index, columns }
  }

const drawCluster = (
  text: string,
  { at, next }: { readonly at: number; readonly next: number },
  shape: RowShape,
): { readonly drawn: string; readonly tone: Tone } => {
  const chip = chipAt(text, at, shape.chips)
  if (!chip) return { drawn: drawnCluster(text.slice(at, next)), tone: 'text' }
  return { drawn: truncateText(chipText(chip, shape), shape.width), tone: 'chip' }
}
