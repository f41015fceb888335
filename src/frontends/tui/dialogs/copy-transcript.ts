import { errorText } from '../../../lib/error-text.ts'
import type { Item } from '../state/item.ts'
import { transcriptText } from '../transcript/transcript-text.ts'
import type { Ui } from '../ui/ui.ts'

/** A conversation to the clipboard, as text. */
export const copyTranscript = async (ui: Ui, items: readonly Item[]): Promise<void> => {
  const text = transcriptText(items, ui.words)
  if (text.trim() === '') return ui.toast(ui.words.chat.nothingToCopy, 'warning')
  try {
    const { by } = await ui.ports.system.copy(text)
    ui.toast(ui.words.chat.copied(text.length, by), 'good')
  } catch (error) {
    ui.toast(errorText(error), 'error')
  }
}
