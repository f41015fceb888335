/** Something about plugins that cannot be done, in words for the person. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
  readonly kind: 'unknown' | 'refused' | 'failed' | 'needs-yes'
  constructor(kind: PluginError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
