import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/** Something about plugins that cannot be done, in words for the person. */
export class PluginError extends LocalizedError<LocalizedText> {
  override readonly name = 'PluginError'
  readonly kind: 'unknown' | 'refused' | 'failed' | 'needs-yes'
  constructor(kind: PluginError['kind'], text: LocalizedText) {
    super(text)
    this.kind = kind
  }
}
