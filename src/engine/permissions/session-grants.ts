import type { PermissionMode } from '../../protocol/permission.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

interface SessionGrantsOptions {
  readonly config: {
    readonly place: Pick<SessionEnvironment, 'roots'>
    readonly session: Pick<SessionHandle, 'id' | 'leftMode' | 'leftDirectories' | 'note'>
  }
  readonly live: Readonly<Pick<ThreadState, 'mode' | 'roots'>>
}

/** Writes down the mode that a session began with and the directories that were added, for whoever resumes it. */
export const createSessionGrants = ({ config, live }: SessionGrantsOptions): Part => {
  const { session, place } = config
  let known: PermissionMode | undefined = session.leftMode ?? 'default'
  let directories = session.leftDirectories
  return {
    async turnStarts() {
      const sessionId = session.id
      const { mode } = live
      // Plan mode is in the conversation itself; changes later on are noted when they are made.
      if (known !== undefined && mode !== known && mode !== 'plan')
        await session.note({ type: 'mode', mode, sessionId })
      known = undefined
      const added = live.roots.filter(root => root !== place.roots[0])
      if (added.join('\0') === directories.join('\0')) return
      directories = added
      await session.note({ type: 'directories', directories, sessionId })
    },
  }
}
