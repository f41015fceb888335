import { existsSync } from 'node:fs'
import type { RunOptions } from '../cli/args/run-options.ts'
import { ExitError } from '../cli/exit-error.ts'
import type { SessionHandle } from '../engine/session-file/session-handle.ts'
import { openSession } from '../engine/session-file/sessions.ts'
import { sessionPath } from '../features/sessions/project-key.ts'

export interface SessionPlace {
  readonly configHome: string
  readonly cwd: string
  readonly version: string
  readonly entrypoint: string
  newId(): string
  onError(error: unknown): void
  onNotice(text: string): void
}

/** A new session, or the one the options name. */
export const prepareSession = async (options: RunOptions, place: SessionPlace): Promise<SessionHandle> => {
  const resume = await findResume(options, place)
  const newSessionId = options.sessionId ?? place.newId()
  if (options.sessionId !== undefined && (!resume || resume.fork))
    refuseTaken(sessionPath(place.configHome, place.cwd, options.sessionId), options.sessionId)
  return await openSession({
    configHome: place.configHome,
    cwd: place.cwd,
    version: place.version,
    entrypoint: place.entrypoint,
    persist: !options.noSessionPersistence,
    newId: place.newId,
    now: () => new Date(),
    newSessionId,
    whenBusy: options.print ? 'refuse' : 'fork',
    onError: place.onError,
    onNotice: place.onNotice,
    ...(resume ? { resume } : {}),
  })
}

const refuseTaken = (path: string, id: string): void => {
  if (existsSync(path))
    throw new ExitError(
      1,
      `Session ${id} exists already. Use --resume ${id} to go on with it, or choose another id.`,
    )
}

const findResume = async (
  options: RunOptions,
  place: SessionPlace,
): Promise<{ readonly path: string; readonly fork: boolean; readonly at?: string } | undefined> => {
  if (!options.continue && options.resume === undefined) return undefined
  const { findSession, latestSession } = await import('../features/sessions/find.ts')
  const how = {
    fork: options.forkSession,
    ...(options.resumeSessionAt === undefined ? {} : { at: options.resumeSessionAt }),
  }
  if (typeof options.resume === 'string')
    return { path: await findSession(place.configHome, place.cwd, options.resume), ...how }
  if (options.resume === true)
    throw new ExitError(2, '--resume needs a session id or name here: there is no screen to choose from.')
  const latest = await latestSession(place.configHome, place.cwd)
  if (latest === undefined) throw new ExitError(1, `There is no session to continue in ${place.cwd}.`)
  return { path: latest, ...how }
}
