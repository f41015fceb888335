/** The host broke the protocol, or asked for what cannot be given, in a way that makes going on unsafe. */
export class WireError extends Error {
  override readonly name = 'WireError'
}
