import { SessionError } from '../../features/sessions/session-error.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Transcript } from '../../protocol/transcript.ts'

/** Looks through the session's own file; how that is done loads with the first question. */
export const createTranscript = (path: string): Transcript => ({
  async search(question, signal) {
    const { searchSession } = await import('../../features/sessions/search/search-session.ts')
    try {
      return await searchSession(path, question, signal)
    } catch (error) {
      if (error instanceof SessionError) throw new ToolError(error.message)
      throw error
    }
  },
})
