import type { PeerInfo } from '../../../protocol/agents/peers.ts'
import type { NamedSessions } from '../input/completion/file-source.ts'

/** Whoever types looks at most so often. */
const AGAIN_MS = 2_000

/** Other sessions for the completion: known at once as they were, looked for again beside the keys. */
export const namedSessions = (ask: () => Promise<readonly PeerInfo[]>, now: () => number): NamedSessions => {
  let known: readonly PeerInfo[] = []
  let looked = Number.NEGATIVE_INFINITY
  return {
    known: () => known,
    look() {
      if (now() - looked < AGAIN_MS) return undefined
      looked = now()
      return ask().then(
        found => {
          known = found
        },
        // Without them only files are offered.
        () => undefined,
      )
    },
  }
}
