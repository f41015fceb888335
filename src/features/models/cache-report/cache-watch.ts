import {
  addCacheLine,
  type CacheBook,
  type CacheBreak,
  type CacheLine,
  type CachePrint,
  type CacheReport,
  EMPTY_CACHE_BOOK,
  toCacheReport,
} from '../../../protocol/cache.ts'
import { cacheText } from '../../../protocol/messages/host/cache.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { ModelFacts, ModelRequest } from '../../../protocol/model.ts'
import type { Usage } from '../../../protocol/usage.ts'
import { findModel } from '../catalogue.ts'
import { createBodyWriter } from '../protocols/request-body.ts'
import { cachedSize } from './cached-size.ts'
import { type CacheNote, explain } from './causes.ts'
import { type Comparison, compareRequests } from './compare-requests.ts'
import { type Outline, outlineOf, sizeOf } from './outline.ts'
import { compareWithPrint, createPrinter } from './request-print.ts'

const FIVE_MINUTES = 5 * 60_000
const ONE_HOUR = 60 * 60_000
/** Less than this is noise of the provider's counting. */
const LOST_SHARE = 0.05
const LOST_TOKENS = 2_000
const MAIN = 'main'
const CHARS_PER_TOKEN = 4

export interface CacheWatchOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Prices that settings added. */
  readonly rows: readonly ModelFacts[]
  /** From an earlier process of the session. */
  readonly book?: CacheBook
  readonly print?: CachePrint
  /** A break nobody explains throws, before anything is sent. */
  readonly lint?: boolean
  readonly log?: (line: string) => void
}

/** The last request that went out under a name, and what the provider said about it. */
interface Lane {
  readonly outline: Outline
  readonly at: number
  readonly cached: number
  readonly total: number
  readonly lifetimeMs: number
}

/** A request that is under way. */
export interface Watched {
  readonly request: ModelRequest
  readonly at: number
  readonly outline: Outline
  readonly shared: number
  readonly expected: Expected | undefined
  readonly note: CacheNote | undefined
  /** A later one of its kind is compared with it; one that only asks about the conversation is not worth its memory. */
  readonly keep: boolean
  /** How many notes were there when it left: with its answer they are spent. */
  readonly notes: number
}

/** What the cache should hold of a request. */
interface Expected {
  /** Tokens at its beginning. */
  readonly tokens: number
  /** Tokens that were in the request before, wherever they stand now. */
  readonly kept: number
  readonly since: number
  readonly lifetimeMs: number
  readonly fromByte: number | undefined
}

export class CacheLintError extends Error {
  override readonly name = 'CacheLintError'
}

/** Compares every request with the one before it, and what the provider served with what it could have. */
export class CacheWatch {
  readonly #options: CacheWatchOptions
  readonly #lanes = new Map<string, Lane>()
  readonly #print = createPrinter()
  #notes: CacheNote[] = []
  #book: CacheBook
  #fresh: CacheLine[] = []
  /** Models whose provider said that it wrote to a cache. */
  readonly #writers = new Set<string>()
  #earlier: CachePrint | undefined

  constructor(options: CacheWatchOptions) {
    this.#options = options
    this.#book = options.book ?? EMPTY_CACHE_BOOK
    this.#earlier = options.print
  }

  get report(): CacheReport {
    const { lifetimeMs } = this.#lanes.get(MAIN) ?? this.#earlier ?? {}
    return { ...toCacheReport(this.#book), ...(lifetimeMs === undefined ? {} : { lifetimeMs }) }
  }

  /** The next request of the main conversation will not begin as the last one did, for this reason. */
  tell(note: CacheNote): void {
    this.#notes.push(note)
  }

  /** A request is about to leave. */
  begin(request: ModelRequest): Watched {
    const at = this.#options.now()
    const compared = request.cache === false ? undefined : this.#compare(request)
    if (!compared) return this.#first(request, at)
    const { lane, comparison } = compared
    const outline = outlineOf(request, lane.outline, comparison.messages)
    const ratio = lane.total / Math.max(1, sizeOf(lane.outline))
    const isMain = request.source === MAIN
    const { parting } = comparison
    const note = isMain && parting ? explain(parting, this.#notes) : undefined
    const expected: Expected | undefined =
      isMain || !parting
        ? {
            tokens: Math.min(lane.cached, Math.round(comparison.shared * ratio)),
            kept: note
              ? Math.min(lane.cached, Math.round(cachedSize(lane.outline.request, request) * ratio))
              : 0,
            since: lane.at,
            lifetimeMs: lane.lifetimeMs,
            fromByte: note && firstDifference(lane.outline.request, request),
          }
        : undefined
    this.#lint(note)
    const shared = Math.round(comparison.shared * ratio)
    const keep = isMain || parting !== undefined
    return { request, at, outline, shared, expected, note, keep, notes: isMain ? this.#notes.length : 0 }
  }

  /** What the provider reported of it. */
  end(watched: Watched, usage: Usage): CacheLine {
    const { request, outline, at } = watched
    const { input_tokens: input, cache_read_input_tokens: cacheRead } = usage
    const cacheWrite = usage.cache_creation_input_tokens
    // A provider that reports nothing still gets requests of some size.
    const total = input + cacheRead + cacheWrite || Math.ceil(sizeOf(outline) / CHARS_PER_TOKEN)
    this.#notes = this.#notes.slice(watched.notes)
    if (watched.keep)
      this.#lanes.set(request.source, {
        outline,
        at,
        cached: cacheRead + cacheWrite,
        total,
        lifetimeMs: lifetimeOf(request, usage, this.#lanes.get(request.source)),
      })
    const broken = this.#judge(watched, { cacheRead, cacheWrite, total })
    const line: CacheLine = {
      at: new Date(at).toISOString(),
      source: request.source,
      model: request.model,
      input,
      cacheRead,
      cacheWrite,
      shared: watched.shared,
      ...(broken ? { break: broken } : {}),
    }
    this.#book = addCacheLine(this.#book, line)
    this.#fresh.push(line)
    if (broken && broken.cause !== 'first_request') this.#options.log?.(describe(line, broken))
    return line
  }

  /** What is new since it was asked last, to be kept with the session. */
  take(): { readonly lines: readonly CacheLine[]; readonly print?: CachePrint } | undefined {
    const lines = this.#fresh
    if (lines.length === 0) return undefined
    this.#fresh = []
    const lane = this.#lanes.get(MAIN)
    if (!lane) return { lines }
    const { at, cached, total, lifetimeMs } = lane
    return { lines, print: { at, cached, total, lifetimeMs, ...this.#print(lane.outline.request) } }
  }

  /** The request before that it has most in common with: its own kind's, or the conversation it was asked about. */
  #compare(request: ModelRequest): { readonly lane: Lane; readonly comparison: Comparison } | undefined {
    const names = request.source === MAIN ? [MAIN] : [request.source, MAIN]
    return names
      .flatMap(name => this.#lanes.get(name) ?? [])
      .map(lane => ({ lane, comparison: compareRequests(lane.outline, request) }))
      .reduce<{ readonly lane: Lane; readonly comparison: Comparison } | undefined>(
        (best, next) => (best && best.comparison.shared >= next.comparison.shared ? best : next),
        undefined,
      )
  }

  /** Nothing to compare with in this process; perhaps an earlier one left a print. */
  #first(request: ModelRequest, at: number): Watched {
    const outline = outlineOf(request)
    const keep = request.cache !== false
    const nothing = { request, at, outline, shared: 0, expected: undefined, note: undefined, notes: 0, keep }
    if (request.source !== MAIN || !keep) return nothing
    const notes = this.#notes
    const print = this.#earlier
    if (!print)
      return {
        ...nothing,
        notes: notes.length,
        note: { cause: 'first_request', detail: cacheText('first') },
      }
    const parting = compareWithPrint(print, request)
    const resumed: CacheNote = { cause: 'resumed', detail: cacheText('resumed') }
    const note = parting && explain(parting, [...notes, resumed])
    const expected: Expected = {
      tokens: parting ? 0 : print.cached,
      kept: print.cached,
      since: print.at,
      lifetimeMs: print.lifetimeMs,
      fromByte: undefined,
    }
    return { ...nothing, shared: parting ? 0 : print.total, expected, note, notes: notes.length }
  }

  #lint(note: CacheNote | undefined): void {
    if (!this.#options.lint || note?.cause !== 'unexplained') return
    throw new CacheLintError(
      `The request does not begin as the one before, and nobody said why: ${inEnglish(note.detail)}. Whoever changes what was sent must tell the cache watch.`,
    )
  }

  #judge(
    { request, expected, note, at }: Watched,
    served: { readonly cacheRead: number; readonly cacheWrite: number; readonly total: number },
  ): CacheBreak | undefined {
    if (note) {
      const lost = expected ? Math.max(0, expected.kept - served.cacheRead) : 0
      const fromByte = expected?.fromByte
      return breakOf(note, {
        ...(fromByte === undefined ? {} : { fromByte }),
        ...this.#loss(request, lost, served),
      })
    }
    if (!expected || !this.#keepsPromises(request)) return undefined
    const lost = expected.tokens - served.cacheRead
    if (lost <= LOST_TOKENS || lost <= expected.tokens * LOST_SHARE) return undefined
    const why = reasonOf({ request, age: at - expected.since, expected, total: served.total })
    return breakOf(why, this.#loss(request, lost, served))
  }

  /**
   * A cache that has to be written says what it wrote, and serves it until it expires. One that works by itself is
   * asked for nothing and promises nothing: that it forgot is no break.
   */
  #keepsPromises({ model }: ModelRequest): boolean {
    if (
      !this.#writers.has(model) &&
      this.#book.lines.some(line => line.model === model && line.cacheWrite > 0)
    )
      this.#writers.add(model)
    return this.#writers.has(model)
  }

  #loss(
    request: ModelRequest,
    lostTokens: number,
    served: { readonly cacheWrite: number },
  ): Pick<CacheBreak, 'lostTokens' | 'lostUsd'> {
    const { price } = findModel(request.model, this.#options.rows).facts
    if (!price) return { lostTokens }
    const write = request.cacheLifetime === '1h' ? price.cacheWrite1h : price.cacheWrite5m
    const paid = served.cacheWrite > 0 ? write : price.input
    return { lostTokens, lostUsd: (lostTokens * (paid - price.cacheRead)) / 1_000_000 }
  }
}

/** Why the same prefix wasn't served from the cache. */
const reasonOf = ({
  request,
  age,
  expected,
  total,
}: {
  readonly request: ModelRequest
  readonly age: number
  readonly expected: Expected
  readonly total: number
}): CacheNote => {
  if (age > expected.lifetimeMs)
    return { cause: 'expired', detail: cacheText('expired', { minutes: Math.round(age / 60_000) }) }
  if (request.clearResults && total < expected.tokens)
    return { cause: 'results_cleared', detail: cacheText('provider_cleared') }
  return { cause: 'provider', detail: cacheText('not_served') }
}

/** As long as was asked for; a provider that tells what it wrote may do better. */
const lifetimeOf = ({ cacheLifetime }: ModelRequest, usage: Usage, before: Lane | undefined): number => {
  if (cacheLifetime === '1h') return ONE_HOUR
  if ((usage.cache_creation?.ephemeral_1h_input_tokens ?? 0) > 0) return ONE_HOUR
  return before?.lifetimeMs ?? FIVE_MINUTES
}

const describe = ({ source, model }: CacheLine, broken: CacheBreak): string => {
  const where = broken.fromByte === undefined ? '' : `, from byte ${broken.fromByte}`
  const money = broken.lostUsd === undefined ? '' : ` ($${broken.lostUsd.toFixed(4)})`
  return `cache break of ${source} (${model}): ${broken.cause}, ${broken.detail}${where}; ${broken.lostTokens} tokens paid again${money}`
}

/** Its words are made when somebody reads them: every session begins with such a line, and hardly one is looked at. */
const breakOf = (
  { cause, detail }: CacheNote,
  lost: Pick<CacheBreak, 'fromByte' | 'lostTokens' | 'lostUsd'>,
): CacheBreak => ({
  cause,
  get detail() {
    return inEnglish(detail)
  },
  ...(typeof detail === 'string' ? {} : { localized: detail }),
  ...lost,
})

/**
 * The first byte at which the bodies of two requests part, marks left out: they move with every request and are no
 * part of the prompt. `undefined` when the first is the beginning of the second. Writes both: for the rare break only.
 */
export const firstDifference = (before: ModelRequest, now: ModelRequest): number | undefined => {
  const [old, body] = [before, now].map(bodyOf)
  if (!old || !body) return undefined
  // The end of a body closes its list of messages; a longer one goes on there.
  const limit = Math.min(old.length - CLOSING, body.length - CLOSING)
  for (let at = 0; at < limit; at += 1) if (old[at] !== body[at]) return at
  return limit < old.length - CLOSING ? limit : undefined
}

/** `]}]}`: of the last message and of the body. */
const CLOSING = 4

/** How much may be said in the answer is no part of the prompt either. */
const bodyOf = (request: ModelRequest): Uint8Array =>
  Buffer.concat(createBodyWriter().write({ ...request, cache: false, maxTokens: 1 }))
