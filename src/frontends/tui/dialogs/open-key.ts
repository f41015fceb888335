import { keyFor } from '../input/keymap/key-label.ts'
import type { Ui } from '../ui/ui.ts'

/** The key that shows or opens the whole of what is asked about, as it is bound now. */
export const openKey = ({ keymap }: Pick<Ui, 'keymap'>): string | undefined =>
  keyFor(keymap(), 'confirm:open', ['Confirmation'])
