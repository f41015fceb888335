import { addCauses, type CauseSums } from '../../../protocol/cache.ts'
import type { Story } from '../ledger/story.ts'

/** What the prompt cache did for one session or several. */
export interface CacheSum {
  /** Tokens that were read from it, and all input. */
  readonly read: number
  readonly input: number
  readonly lostTokens: number
  /** Of what is priced. */
  readonly lostUsd: number
  /** Something was lost whose price is not known. */
  readonly unpriced: boolean
  readonly causes: CauseSums
}

export interface CacheStats extends CacheSum {
  /** Those that tell of it, the one that lost most first. */
  readonly sessions: readonly (CacheSum & { readonly sessionId: string; readonly title: string })[]
}

const NOTHING: CacheStats = {
  read: 0,
  input: 0,
  lostTokens: 0,
  lostUsd: 0,
  unpriced: false,
  causes: {},
  sessions: [],
}

export const addCacheStats = (
  stats: CacheStats = NOTHING,
  { cache, sessionId, title }: Story,
): CacheStats => {
  if (!cache) return stats
  const { lostTokens, lostUsd, unpriced, causes } = cache
  const read = cache.cacheRead
  const input = cache.input + cache.cacheRead + cache.cacheWrite
  const session = { sessionId, title, read, input, lostTokens, lostUsd, unpriced, causes }
  return {
    read: stats.read + read,
    input: stats.input + input,
    lostTokens: stats.lostTokens + lostTokens,
    lostUsd: stats.lostUsd + lostUsd,
    unpriced: stats.unpriced || unpriced,
    causes: addCauses(stats.causes, causes),
    sessions: [...stats.sessions, session].sort((a, b) => b.lostTokens - a.lostTokens),
  }
}
