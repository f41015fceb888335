import type { CacheCause, CacheLine, CacheReport } from '../../../protocol/cache.ts'

/** Less than this is how providers count, not a miss. */
const LEAST_TOKENS = 2_000
const LEAST_SHARE = 0.05
const SHORT_MS = 300_000
const LONG_MS = 3_600_000

/** A break that the session itself brought about knowingly. */
const EXPECTED: ReadonlySet<CacheCause> = new Set(['compaction', 'results_cleared', 'messages_removed'])

const NAMES: Readonly<Partial<Record<CacheCause, string>>> = {
  model_changed: 'model_changed',
  system_changed: 'system_prompt_changed',
  upgraded: 'system_prompt_changed',
  tools_changed: 'tools_changed',
  tool_loaded: 'tools_changed',
  provider: 'likely_server_side',
}

/** What status line scripts read of the prompt cache; undefined before the first reply of the conversation. */
export const promptCacheOf = (
  { requests, lifetimeMs }: CacheReport,
  now: number,
): Readonly<Record<string, unknown>> | undefined => {
  const lines = requests.filter(({ source }) => source === 'main')
  const last = lines.at(-1)
  if (!last) return undefined
  const lifetime = lifetimeMs ?? SHORT_MS
  const long = lifetime >= LONG_MS
  const missed = lines.filter(isMiss)
  const lastMiss = missed.at(-1)
  const input = sum(lines, sizeOf)
  const cached = last.cacheRead + last.cacheWrite
  const until = Date.parse(last.at) + lifetime
  const causes = missed.map(line => causeOf(line, long))
  return {
    warm: cached > 0 && now < until,
    caching_observed: lines.some(line => line.cacheRead + line.cacheWrite > 0),
    ttl: long ? '1h' : '5m',
    expires_at: cached > 0 ? Math.round(until / 1000) : null,
    requests: lines.length,
    misses: missed.length,
    expected_rebuilds: lines.filter(line => line.break && EXPECTED.has(line.break.cause)).length,
    hit_ratio: input === 0 ? null : sum(lines, ({ cacheRead }) => cacheRead) / input,
    cache_write_tokens: sum(lines, ({ cacheWrite }) => cacheWrite),
    miss_recache_tokens: sum(missed, ({ cacheWrite }) => cacheWrite),
    last_miss_at: lastMiss ? Math.round(Date.parse(lastMiss.at) / 1000) : null,
    last_miss_cause: lastMiss ? { causes: [causeOf(lastMiss, long)] } : null,
    miss_causes: Object.fromEntries(
      [...new Set(causes)].map(cause => [cause, causes.filter(each => each === cause).length]),
    ),
    recache_tokens_if_cold: sizeOf(last),
  }
}

const sizeOf = ({ input, cacheRead, cacheWrite }: CacheLine): number => input + cacheRead + cacheWrite

const sum = (lines: readonly CacheLine[], of: (line: CacheLine) => number): number =>
  lines.reduce((all, line) => all + of(line), 0)

const isMiss = ({ break: broken, ...line }: CacheLine): boolean =>
  broken !== undefined &&
  broken.cause !== 'first_request' &&
  !EXPECTED.has(broken.cause) &&
  broken.lostTokens >= Math.max(LEAST_TOKENS, LEAST_SHARE * sizeOf(line))

const causeOf = ({ break: broken }: CacheLine, long: boolean): string =>
  broken?.cause === 'expired'
    ? `ttl_expired_${long ? '1h' : '5m'}`
    : ((broken && NAMES[broken.cause]) ?? 'unknown')
