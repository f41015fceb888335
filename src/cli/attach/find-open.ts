import { randomUUID } from 'node:crypto'
import { RemoteApi } from '../../features/remote-engine/remote-api.ts'
import type { Env } from '../../protocol/host.ts'
import type { SessionInfo } from '../../protocol/serve/wire.ts'
import { findJobs, isLive } from '../background/jobs.ts'
import { readToken, runningServers } from '../serve/server-files.ts'
import type { Attached } from './attached.ts'
import { findInBackground } from './find-in-background.ts'

/**
 * Where this very session can be joined: in the background, in a server of this person, or in a terminal that shares it.
 * Undefined: nowhere. Nothing is opened for it.
 */
export const findOpen = async (
  sessionId: string,
  place: { readonly configHome: string; readonly env: Env },
): Promise<Attached | undefined> => {
  const { configHome } = place
  const inBackground = findJobs(configHome, sessionId).some(
    job => job.session === sessionId && job.kind === 'session' && job.url !== undefined && isLive(job),
  )
  if (inBackground) {
    const found = findInBackground(place, sessionId)
    if (found) return { api: new RemoteApi(found.server), sessionId, newId: randomUUID, background: true }
  }
  for (const { url } of runningServers(configHome)) {
    const api = new RemoteApi({
      url,
      headers: { authorization: `Bearer ${readToken(configHome)}` },
      // Somebody else may listen there once it has ended.
      isThere: () => runningServers(configHome).some(server => server.url === url),
    })
    const info = await api
      .get<SessionInfo>(`/sessions/${encodeURIComponent(sessionId)}`)
      // That one has no such session, or has just ended.
      .catch(() => undefined)
    if (info?.open) return { api, sessionId, newId: randomUUID }
  }
  return undefined
}
