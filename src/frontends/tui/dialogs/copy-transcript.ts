import { describeError } from '../../../protocol/messages/localized-text.ts'
import type { Item } from '../state/item.ts'
import { sourceInSight, transcriptText } from '../transcript/transcript-text.ts'
import type { Ui } from '../ui/ui.ts'

/** A conversation to the clipboard, as text. */
export const copyTranscript = async (ui: Ui, items: readonly Item[]): Promise<void> =>
  await copy(ui, transcriptText(items, ui.words))

/** Of what is looked at the answer, as the model wrote it. */
export const copyAnswer = async (ui: Ui, inSight: readonly Item[]): Promise<void> =>
  await copy(ui, sourceInSight(inSight))

const copy = async (ui: Ui, text: string): Promise<void> => {
  if (text.trim() === '') return ui.toast(ui.words.chat.nothingToCopy, 'warning')
  try {
    const { by } = await ui.ports.system.copy(text)
    ui.toast(ui.words.chat.copied(text.length, by), 'good')
  } catch (error) {
    ui.toast(describeError(error), 'error')
  }
}
