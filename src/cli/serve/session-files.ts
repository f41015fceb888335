import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import type { SessionError } from '../../features/sessions/session-error.ts'
import type { SessionFiles } from '../../frontends/serve/session-files.ts'
import { HostError } from '../../protocol/host.ts'
import { sessionText } from '../../protocol/messages/host/sessions.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { isErrorNamed } from '../is-error-named.ts'
import type { SessionsDeps } from '../sessions/deps.ts'

/** Exports sessions without secrets and deletes them, as `capstan sessions` does; read when somebody asks for it. */
export const createSessionFiles = (
  place: Pick<SessionsDeps, 'configHome' | 'cwd' | 'process'>,
): SessionFiles => ({
  exportAs: (path, format) =>
    inWords(async () => {
      const [{ exportPieces, MAX_TEXT }, { createTeller }] = await Promise.all([
        import('../sessions/export-pieces.ts'),
        import('../sessions/tell-story.ts'),
      ])
      const deps = { ...place, now: Date.now(), write: async () => {}, localize: inEnglish, warn: () => {} }
      const tell = createTeller(deps, { withSecrets: false, maxText: MAX_TEXT, withDiffs: true })
      using story = tell(path)
      return await joinBounded(exportPieces(story, format, { deps, secrets: 'redacted' }))
    }),
  purge: path =>
    inWords(async () => {
      const { planHistories, planPurge, purgeHistory, purgeItem } = await import(
        '../../features/sessions/purge/plan-purge.ts'
      )
      const item = planPurge(place.configHome, path)
      const outcome = purgeItem(item, { newId: randomUUID, now: () => new Date() })
      if (outcome === 'removed')
        planHistories(place.configHome, [dirname(path)], [item]).forEach(purgeHistory)
      return outcome
    }),
})

/** An answer is made in memory, and a browser takes it in one piece. */
const MOST_CHARS = 64_000_000

const joinBounded = async (pieces: Iterable<string>): Promise<string> => {
  const made: string[] = []
  let chars = 0
  for (const piece of pieces) {
    chars += piece.length
    if (chars > MOST_CHARS) throw new HostError('session', sessionText('too_large_to_download'))
    made.push(piece)
    // The other sessions of the server go on meanwhile.
    await new Promise<void>(resolve => {
      setImmediate(resolve)
    })
  }
  return made.join('')
}

/** What is wrong with a session file is a sentence for the person, and no mistake of the server. */
const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isErrorNamed<SessionError>(error, 'SessionError')
      ? new HostError('session', error.localized)
      : error
  }
}
