import type { LocalizedText } from './messages/localized-text.ts'
/** What the prompt cache did for each request, and why it began anew where it did. */

export type CacheCause =
  | 'first_request'
  | 'model_changed'
  | 'options_changed'
  | 'system_changed'
  | 'tools_changed'
  | 'tool_loaded'
  | 'compaction'
  | 'results_cleared'
  | 'messages_removed'
  | 'resumed'
  | 'upgraded'
  | 'expired'
  | 'provider'
  | 'unexplained'

export interface CacheBreak {
  readonly cause: CacheCause
  /** In English: which section, which tool, which stage. */
  readonly detail: string
  readonly localized?: LocalizedText
  /** The first byte of the body that is not as in the request before; absent when all of it was the same. */
  readonly fromByte?: number
  /** Tokens that were in the request before and had to be paid for again. */
  readonly lostTokens: number
  /** Absent when the price is not known. */
  readonly lostUsd?: number
}

export interface CacheLine {
  readonly at: string
  readonly source: string
  readonly model: string
  /** As the provider reported them. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Estimated tokens that were already in the request before. */
  readonly shared: number
  readonly break?: CacheBreak
}

export interface CacheReport {
  /** Newest last; at most a few hundred. */
  readonly requests: readonly CacheLine[]
  /** Cache reads ÷ all input. */
  readonly hitRatio: number
  readonly lostTokens: number
  readonly lostUsd?: number
  /** How long the provider keeps what the main conversation sent last; absent: not known. */
  readonly lifetimeMs?: number
}

/** What one cause cost. */
export interface CauseSum {
  readonly breaks: number
  readonly lostTokens: number
  readonly lostUsd: number
  /** Something was lost whose price is not known. */
  readonly unpriced: boolean
}

/** That nothing was sent before is no break. */
export type CauseSums = Readonly<Partial<Record<CacheCause, CauseSum>>>

/** The lines of a session with their sums, so that neither is lost with old lines. */
export interface CacheBook {
  readonly lines: readonly CacheLine[]
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly lostTokens: number
  readonly lostUsd: number
  /** Something was lost whose price is not known. */
  readonly unpriced: boolean
  readonly causes: CauseSums
}

export const EMPTY_CACHE_BOOK: CacheBook = {
  lines: [],
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  lostTokens: 0,
  lostUsd: 0,
  unpriced: false,
  causes: {},
}

const MAX_CACHE_LINES = 300

export const addCacheLine = (book: CacheBook, line: CacheLine): CacheBook => ({
  lines: [...book.lines.slice(1 - MAX_CACHE_LINES), line],
  input: book.input + line.input,
  cacheRead: book.cacheRead + line.cacheRead,
  cacheWrite: book.cacheWrite + line.cacheWrite,
  lostTokens: book.lostTokens + (line.break?.lostTokens ?? 0),
  lostUsd: book.lostUsd + (line.break?.lostUsd ?? 0),
  unpriced:
    book.unpriced ||
    (line.break !== undefined && line.break.lostTokens > 0 && line.break.lostUsd === undefined),
  causes: line.break ? addBreak(book.causes, line.break) : book.causes,
})

const addBreak = (causes: CauseSums, { cause, lostTokens, lostUsd }: CacheBreak): CauseSums =>
  cause === 'first_request'
    ? causes
    : addCauses(causes, {
        [cause]: {
          breaks: 1,
          lostTokens,
          lostUsd: lostUsd ?? 0,
          unpriced: lostTokens > 0 && lostUsd === undefined,
        },
      })

export const addCauses = (some: CauseSums, more: CauseSums): CauseSums => {
  // Causes are read from files: no name of theirs may be more than a name.
  const sums = new Map(Object.entries(some))
  for (const [cause, sum] of Object.entries(more)) {
    const known = sums.get(cause)
    sums.set(cause, {
      breaks: (known?.breaks ?? 0) + sum.breaks,
      lostTokens: (known?.lostTokens ?? 0) + sum.lostTokens,
      lostUsd: (known?.lostUsd ?? 0) + sum.lostUsd,
      unpriced: (known?.unpriced ?? false) || sum.unpriced,
    })
  }
  return Object.fromEntries(sums)
}

export const toCacheReport = (book: CacheBook): CacheReport => {
  const all = book.input + book.cacheRead + book.cacheWrite
  return {
    requests: book.lines,
    hitRatio: all === 0 ? 0 : book.cacheRead / all,
    lostTokens: book.lostTokens,
    ...(book.unpriced ? {} : { lostUsd: book.lostUsd }),
  }
}

/** What the last request of the main conversation was made of, by hash: a later process compares its first one. */
export interface CachePrint {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly model: string
  readonly options: string
  readonly system: readonly string[]
  /** Hashes of the tools, in order. */
  readonly tools: readonly string[]
  readonly messages: {
    readonly count: number
    /** All but the last. */
    readonly settled: string
    readonly last: string
  }
  /** Tokens the provider then had in its cache. */
  readonly cached: number
  /** Tokens of the whole request, as reported. */
  readonly total: number
  /** How long the provider keeps it. */
  readonly lifetimeMs: number
}
