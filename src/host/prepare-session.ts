import { existsSync } from 'node:fs'
import type { SessionHandle } from '../engine/session-file/session-handle.ts'
import { openSession } from '../engine/session-file/sessions.ts'
import { sessionPath } from '../features/sessions/project-key.ts'
import { SessionError } from '../features/sessions/session-error.ts'
import { HostError, type SessionChoice } from '../protocol/host.ts'

export interface SessionPlace {
  readonly configHome: string
  readonly cwd: string
  readonly version: string
  readonly entrypoint: string
  newId(): string
  onError(error: unknown): void
  onNotice(text: string): void
}

/** A new session, or the one that was chosen. */
export const prepareSession = async (choice: SessionChoice, place: SessionPlace): Promise<SessionHandle> => {
  try {
    return await prepare(choice, place)
  } catch (error) {
    if (error instanceof SessionError) throw new HostError('session', error.message)
    throw error
  }
}

const prepare = async (choice: SessionChoice, place: SessionPlace): Promise<SessionHandle> => {
  const resume = await findResume(choice, place)
  if (choice.id !== undefined && choice.kind !== 'resume')
    refuseTaken(sessionPath(place.configHome, place.cwd, choice.id), choice.id)
  return await openSession({
    configHome: place.configHome,
    cwd: place.cwd,
    version: place.version,
    entrypoint: place.entrypoint,
    persist: choice.persist ?? true,
    newId: place.newId,
    now: () => new Date(),
    newSessionId: choice.id ?? place.newId(),
    whenBusy: choice.whenBusy ?? 'refuse',
    onError: place.onError,
    onNotice: place.onNotice,
    ...(resume ? { resume } : {}),
  })
}

const refuseTaken = (path: string, id: string): void => {
  if (existsSync(path))
    throw new HostError(
      'session',
      `Session ${id} exists already. Use --resume ${id} to go on with it, or choose another id.`,
    )
}

const findResume = async (
  choice: SessionChoice,
  place: SessionPlace,
): Promise<{ readonly path: string; readonly fork: boolean; readonly at?: string } | undefined> => {
  if (choice.kind === 'new') return undefined
  const { findSession, latestSession } = await import('../features/sessions/find.ts')
  const how = { fork: choice.kind === 'fork', ...(choice.at === undefined ? {} : { at: choice.at }) }
  if (typeof choice.which === 'string')
    return { path: await findSession(place.configHome, place.cwd, choice.which), ...how }
  const latest = await latestSession(place.configHome, place.cwd)
  if (latest === undefined) throw new HostError('session', `There is no session to continue in ${place.cwd}.`)
  return { path: latest, ...how }
}
