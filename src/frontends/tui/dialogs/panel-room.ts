import type { Ui } from '../ui/ui.ts'

/** Title, hints, a counter, the status below and what runs above. In few columns the hints take another row. */
const AROUND = 7
const NARROW = 60
const LEAST = 3

/** Rows for the content of a dialog that stands in the live area; `taken` by other parts of it. */
export const panelRows = ({ size }: Pick<Ui, 'size'>, taken = 0): number =>
  Math.max(LEAST, size.rows - AROUND - (size.columns < NARROW ? 1 : 0) - taken)

/** What lines of a dialog are made with. */
export type PanelRenderOptions = Pick<Ui, 'theme' | 'words' | 'width'>
