import { randomUUID } from 'node:crypto'
import { createHistory } from '../../engine/file-history/part.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import type { RewindReport, RewindRequest } from '../../protocol/session/file-history.ts'
import { Directory } from '../directory.ts'
import { findStart, historyOf, sessionEnvironment } from '../start.ts'
import { prepareSession } from './prepare-session.ts'

/** The copies of changed files of a session that nobody has open. */
export interface FileHistory extends AsyncDisposable {
  readonly sessionId: string
  readonly cwd: string
  rewind(request: RewindRequest): Promise<RewindReport>
}

/** Without a conversation around it: asks no model, runs no tool. */
export const openFileHistory = async (
  request: OpenRequest,
  about: { readonly version: string },
): Promise<FileHistory> => {
  const warn: Warn = text => request.warn?.(text)
  const start = findStart(request)
  using directory = new Directory(start)
  const gathered = directory.gather(request.overrides, request.env)
  const env = { ...request.env, ...gathered.settings.env }
  const environment = sessionEnvironment(request.overrides, { ...start, env, gathered })
  const session = await prepareSession(request.session, {
    ...start,
    ...about,
    entrypoint: 'cli',
    newId: randomUUID,
    onError: error => warn(asLocalized(describeError(error))),
    onNotice: warn,
  })
  const history = createHistory({
    config: {
      place: { ...environment, ...historyOf(request.session, { ...start, env, sessionId: session.id }) },
      session,
      runtime: { now: () => new Date(), newId: randomUUID, elapsed: () => performance.now() },
    },
    live: { roots: environment.roots },
    tasks: { list: () => [] },
    emit: event => {
      if (event.type === 'notice') warn(event.localized ?? event.text)
    },
    forget: () => undefined,
  })
  return {
    sessionId: session.id,
    cwd: environment.cwd,
    rewind: wish => history.rewind(wish, { running: false }),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
}
