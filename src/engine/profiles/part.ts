import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface SessionProfileOptions {
  readonly config: {
    readonly session: Pick<SessionHandle, 'id' | 'profile' | 'note'>
    readonly place: Pick<SessionEnvironment, 'profileName'>
  }
}

/** Writes down whose account the conversation is sent with, so that nobody goes on with another one unawares. */
export const createSessionProfile = ({ config: { session, place } }: SessionProfileOptions): Part => {
  const profile = place.profileName ?? null
  let noted = session.profile ?? null
  return {
    async turnStarts() {
      if (noted === profile) return
      await session.note({ type: 'profile', profile, sessionId: session.id })
      noted = profile
    },
  }
}
