export type NetworkErrorKind =
  /** The address may not be connected to. */
  'refused' | 'name' | 'connection' | 'proxy' | 'timeout' | 'aborted' | 'too-large' | 'encoding'

/** A request that brought no answer. The message is one clause, without a full stop. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly kind: NetworkErrorKind
  constructor(kind: NetworkErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

/** A proxy answered and did not open a way. */
export class ProxyRefusal extends NetworkError {
  readonly status: number
  constructor(proxy: URL, status: number) {
    super('proxy', `the proxy ${proxy.host} answered ${status}`)
    this.status = status
  }
}

/** Whatever went wrong, an ended signal is the reason. */
export const toNetworkError = (error: unknown, signal: AbortSignal): NetworkError => {
  if (signal.aborted) {
    const isTimeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    return isTimeout
      ? new NetworkError('timeout', 'the server took too long')
      : new NetworkError('aborted', 'the request was interrupted')
  }
  if (error instanceof NetworkError) return error
  return new NetworkError('connection', `the connection failed: ${reasonOf(error)}`, error)
}

/** The cause alone: some messages of the runtime quote what the server sent. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no reason was given'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code?.startsWith('HPE_')) return `the answer is not HTTP (${code})`
  // Several addresses were tried; their reasons are inside and the message is empty.
  if (error instanceof AggregateError) return code ?? 'no address answered'
  return error.message || (code ?? error.name)
}
