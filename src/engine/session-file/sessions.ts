import { openSessionLog } from '../../features/sessions/log.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { ReplyDraft } from '../../features/sessions/reply-draft.ts'
import { SessionLock } from '../../features/sessions/session-lock.ts'
import { sessionText } from '../../protocol/messages/host/sessions.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { createHandle, nothingYet, replicatedTo, type SessionHandle, type Start } from './session-handle.ts'
import type { Resume, SessionRequest } from './session-request.ts'

export const openSession = async (request: SessionRequest): Promise<SessionHandle> => {
  const claimed = request.resume ? await claim(request, request.resume) : undefined
  try {
    const start = claimed ? await reopened(request, claimed.resume) : fresh(request)
    const path = request.persist ? start.path : undefined
    const lock = claimed?.lock ?? (path === undefined ? undefined : new SessionLock(path, request))
    const log =
      path === undefined
        ? undefined
        : openSessionLog({
            path,
            sessionId: start.id,
            known: start.known,
            titles: start.titles,
            beforeCreate: () => lock?.take(),
            holds: claimed !== undefined && !claimed.resume.fork,
            onRestored: () => request.onNotice?.(sessionText('restored')),
            ...replicatedTo(request.replica),
          })
    const notes = [...(claimed?.notes ?? []), ...start.notes]
    const draft = path === undefined ? undefined : new ReplyDraft(path, request.now)
    const writer = log && lock && draft && { log, lock, draft }
    const handle = createHandle(request, { ...start, path, notes }, writer)
    if (log && start.copy.length > 0) await log.append(start.copy)
    for (const message of start.repairs) await handle.record(message)
    if (start.unseen) await handle.note(start.unseen)
    return handle
  } catch (error) {
    claimed?.lock?.[Symbol.dispose]()
    throw error
  }
}

interface Claim {
  readonly resume: Resume
  readonly lock?: SessionLock
  readonly notes: readonly Text[]
}

/** Of two processes on one session only the first writes it. */
const claim = async (request: SessionRequest, resume: Resume): Promise<Claim> => {
  if (resume.fork || !request.persist) return { resume, notes: [] }
  const lock = new SessionLock(resume.path, request)
  if (request.whenBusy === 'take_over') await lock.takeOver()
  else if (request.whenBusy !== 'fork') lock.take()
  else if (!lock.tryTake()) {
    const notes = [sessionText('continued_in_copy', { id: request.newSessionId })]
    return { resume: { ...resume, fork: true }, notes }
  }
  return { resume, lock, notes: [] }
}

const fresh = (request: SessionRequest): Start =>
  nothingYet(request.newSessionId, sessionPath(request.configHome, request.cwd, request.newSessionId))

/** What reads session files is loaded when there is one to go on with. */
const reopened = async (request: SessionRequest, resume: Resume): Promise<Start> => {
  const { reopen } = await import('./reopen.ts')
  return await reopen(request, resume)
}
