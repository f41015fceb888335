import { escapeLine } from '../../../lib/escape-text.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('nothing_in', {
  in: { en: '{what} in {directory}', zh: '{directory} 中{what}' },
})

const MAX_SHOWN = 1_000

/** That nothing was found, and where: the directory may have moved since the model last looked. */
export const nothingIn = (
  what: LocalizedText,
  { searched }: { readonly searched?: string },
): LocalizedText =>
  searched === undefined ? what : says('in', { what, directory: escapeLine(searched, MAX_SHOWN) })
