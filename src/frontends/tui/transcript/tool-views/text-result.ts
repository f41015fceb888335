import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../render-options.ts'

/** The text the model was told, folded. */
export const textResult = (text: string, view: View): readonly Line[] =>
  text.trim() === ''
    ? [view.theme.paint('dim', view.words.transcript.noOutput)]
    : foldedLines(text, { head: 4, tail: 0, tone: 'dim' }, view)
