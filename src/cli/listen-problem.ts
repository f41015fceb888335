import { commandText } from '../protocol/messages/cli/commands.ts'
import { describeCause } from '../protocol/system-error.ts'
import { ExitError } from './exit-error.ts'

/** Why nothing can be served at an address, in a sentence; any other error stays what it is. */
export const listenProblem = (
  error: unknown,
  { hostname, port }: { readonly hostname: string; readonly port: number },
): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new ExitError(1, commandText('port_in_use', { port: String(port) }))
  if (code !== 'EACCES' && code !== 'EADDRNOTAVAIL') return error
  const address = `${hostname}:${port}`
  return new ExitError(1, commandText('cannot_listen', { address, error: describeCause(error) }))
}
