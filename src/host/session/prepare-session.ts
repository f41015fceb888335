import { existsSync } from 'node:fs'
import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import type { Resume } from '../../engine/session-file/session-request.ts'
import { openSession } from '../../engine/session-file/sessions.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { HostError, type Replica, type SessionChoice } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

export interface PrepareOptions {
  readonly configHome: string
  readonly cwd: string
  readonly version: string
  readonly entrypoint: string
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** Whose account it is sent with; absent: the usual one. */
  readonly profile?: { readonly name: string }
  readonly replica?: Replica
  newId(): string
  onError(error: unknown): void
  readonly onNotice: Warn
}

/** A new session, or the one that was chosen. */
export const prepareSession = async (
  choice: SessionChoice,
  options: PrepareOptions,
): Promise<SessionHandle> => {
  try {
    return await prepare(choice, options)
  } catch (error) {
    if (error instanceof SessionError)
      throw new HostError(error.kind === 'busy' ? 'session_busy' : 'session', error.localized, error.holder)
    throw error
  }
}

const prepare = async (choice: SessionChoice, options: PrepareOptions): Promise<SessionHandle> => {
  const resume = await findResume(choice, options)
  if (choice.id !== undefined && choice.kind !== 'resume')
    refuseTaken(sessionPath(options.configHome, options.cwd, choice.id), choice.id)
  return await openSession({
    configHome: options.configHome,
    cwd: options.cwd,
    version: options.version,
    entrypoint: options.entrypoint,
    ...(options.profile ? { profile: options.profile.name } : {}),
    language: options.language,
    persist: choice.persist ?? true,
    newId: options.newId,
    now: () => new Date(),
    newSessionId: choice.id ?? options.newId(),
    whenBusy: choice.whenBusy ?? 'refuse',
    onError: options.onError,
    onNotice: options.onNotice,
    ...(options.replica ? { replica: options.replica } : {}),
    ...(resume ? { resume } : {}),
  })
}

const refuseTaken = (path: string, id: string): void => {
  if (existsSync(path)) throw new HostError('session', openingText('session_exists', { id }))
}

const findResume = async (choice: SessionChoice, options: PrepareOptions): Promise<Resume | undefined> => {
  if (choice.kind === 'new') return undefined
  const { findSession, latestSession } = await import('../../features/sessions/find.ts')
  const { at, dropsTurn } = choice
  const how = {
    fork: choice.kind === 'fork',
    ...(at === undefined ? {} : { at }),
    ...(dropsTurn === undefined ? {} : { dropsTurn }),
  }
  if (typeof choice.which === 'string')
    return { path: await findSession(options.configHome, options.cwd, choice.which), ...how }
  const latest = await latestSession(options.configHome, options.cwd)
  if (latest === undefined)
    throw new HostError('session', openingText('nothing_to_continue', { cwd: options.cwd }))
  return { path: latest, ...how }
}
