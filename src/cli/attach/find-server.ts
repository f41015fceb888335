import type { RemoteServer } from '../../features/remote-engine/remote-api.ts'
import type { Env } from '../../protocol/host.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import { readToken, runningServers } from '../serve/server-files.ts'

interface Place {
  readonly env: Env
  readonly configHome: string
}

/**
 * A server and what signs in there. The token of this person is sent only where a server of theirs is known to run:
 * anybody may listen on a port.
 */
export const findServer = async (address: string | undefined, place: Place): Promise<RemoteServer> => {
  const running = (): readonly string[] => runningServers(place.configHome).map(({ url }) => url)
  if (address === undefined) {
    const [url] = running()
    if (url === undefined) {
      const command = programCommand(place.env)
      throw new ExitError(1, sessionCommandText('nothing_to_attach', { command }))
    }
    return own(url, place, running)
  }
  const url = readAddress(address)
  const code = url.searchParams.get('code')
  if (code !== null) return await signIn(url, code)
  const token = place.env['CAPSTAN_SERVE_TOKEN']
  if (token) return { url: url.origin, headers: bearer(token) }
  if (running().includes(url.origin)) return own(url.origin, place, running)
  throw new ExitError(1, sessionCommandText('no_sign_in', { server: url.origin }))
}

const own = (url: string, { configHome }: Place, running: () => readonly string[]): RemoteServer => ({
  url,
  headers: bearer(readToken(configHome)),
  // Somebody else may listen there once it has ended.
  isThere: () => running().includes(url),
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const readAddress = (address: string): URL => {
  try {
    return new URL(address)
  } catch {
    throw new ExitError(2, sessionCommandText('no_url', { given: JSON.stringify(address) }))
  }
}

/** As a browser does. */
const signIn = async ({ origin }: URL, code: string): Promise<RemoteServer> => {
  const answer = await fetch(`${origin}/login?code=${encodeURIComponent(code)}`, {
    redirect: 'manual',
  }).catch(() => undefined)
  if (!answer) throw new ExitError(1, sessionCommandText('unreachable', { server: origin }))
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  const key = answer.headers.get('location')?.split('#key=')[1]
  if (cookie === undefined || key === undefined) throw new ExitError(1, sessionCommandText('used_link'))
  return { url: origin, headers: { cookie, 'x-capstan-key': key } }
}
