/** The host broke the protocol, or asked for what cannot be given, in a way that makes going on unsafe. */
export class HostError extends Error {
  override readonly name = 'HostError'
}
