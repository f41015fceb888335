import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/**
 * What a forge does not give. `address`: it was never asked; `refused`: it wants another token; `gone`: there is nothing
 * there, or nothing this token may see; `limited`: too much was asked, for now; `failed`: anything else, for now.
 */
export type ForgeErrorKind = 'address' | 'refused' | 'gone' | 'limited' | 'failed'

export class ForgeError extends LocalizedError<LocalizedText> {
  override readonly name = 'ForgeError'
  readonly kind: ForgeErrorKind
  constructor(kind: ForgeErrorKind, text: LocalizedText, options?: ErrorOptions) {
    super(text, options)
    this.kind = kind
  }
}
