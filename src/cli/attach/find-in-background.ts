import type { RemoteServer } from '../../features/remote-engine/remote-api.ts'
import type { Env } from '../../protocol/host.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { findJobs, isLive, type Job, readJobs } from '../background/jobs.ts'
import { ExitError } from '../exit-error.ts'
import { accountCommand, programCommand } from '../program-command.ts'
import { readToken, runningServers } from '../serve/server-files.ts'

/** A session in the background that can be joined; undefined: none is meant. Throws ExitError for one that cannot be. */
export const findInBackground = (
  { configHome, env }: { readonly configHome: string; readonly env: Env },
  wanted: string | undefined,
): { readonly server: RemoteServer; readonly session: string } | undefined => {
  const job = wanted === undefined ? newest(configHome) : named(configHome, wanted)
  if (!job) return undefined
  if (job.kind === 'shell')
    throw new ExitError(1, sessionCommandText('job_is_command', { id: job.id, command: programCommand(env) }))
  const { id, session, url, profile = '' } = job
  if (!isLive(job) || session === undefined || url === undefined)
    throw new ExitError(
      1,
      sessionCommandText('job_ended_resume', {
        id,
        command: accountCommand(env, profile),
        session: session ?? id,
      }),
    )
  return {
    session,
    server: {
      url,
      headers: { authorization: `Bearer ${readToken(configHome)}` },
      // Somebody else may listen there once it has ended.
      isThere: () => findJobs(configHome, session).some(each => each.url === url && isLive(each)),
    },
  }
}

/** A server is meant where there is one. */
const newest = (configHome: string): Job | undefined =>
  runningServers(configHome).length > 0
    ? undefined
    : readJobs(configHome).find(job => job.kind === 'session' && isLive(job))

const named = (configHome: string, wanted: string): Job | undefined => {
  const [only, ...others] = findJobs(configHome, wanted)
  if (others.length > 0) throw new ExitError(1, sessionCommandText('attach_several', { wanted }))
  // A session that once ran in the background may be open in a server now.
  return only && !isLive(only) && runningServers(configHome).length > 0 ? undefined : only
}
