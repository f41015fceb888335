import { findStart } from '../../host/start.ts'
import { codeFor } from '../../lib/qr/link-code.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { API } from '../../protocol/serve/wire.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { readToken, runningServers } from './server-files.ts'

/** Asks the server that runs for a link that signs another browser in. */
export const printLink = async (from: Process): Promise<number> => {
  const { configHome } = findStart(from)
  const [server] = runningServers(configHome)
  if (!server) throw new ExitError(1, commandText('no_server'))
  const answer = await fetch(`${server.url}${API}/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken(configHome)}` },
  })
  const { url } = (await answer.json()) as { readonly url?: string }
  if (!answer.ok || url === undefined) throw new ExitError(1, commandText('no_link', { url: server.url }))
  process.stdout.write(`${url}\n${process.stdout.isTTY ? codeFor(url) : ''}`)
  return 0
}
