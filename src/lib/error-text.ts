/** What an error says. Anything can be thrown. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? (unreachable(error) ?? error.message) : String(error)

/** `fetch failed` says nothing: whom it could not reach, and why, stands behind it. */
const unreachable = ({ message, cause }: Error): string | undefined => {
  if (message !== 'fetch failed' || !(cause instanceof Error)) return undefined
  // One for each address of a name.
  const first: unknown = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
  const { hostname, address, port, code } = first as NodeJS.ErrnoException & Peer
  const where = hostname ?? (address === undefined || port === undefined ? address : `${address}:${port}`)
  if (where !== undefined) return `can't reach ${where}${code === undefined ? '' : ` (${code})`}`
  return first instanceof Error && first.message !== '' ? `${message}: ${first.message}` : undefined
}

interface Peer {
  readonly hostname?: string
  readonly address?: string
  readonly port?: number
}
