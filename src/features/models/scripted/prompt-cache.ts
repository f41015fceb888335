import { createHash } from 'node:crypto'
import type { Usage } from '../../../protocol/usage.ts'
import { asList, asRecord, type JsonRecord } from '../json-shape.ts'
import { isDeferred, toBlocks, type WireBody, wireMessages } from './wire-body.ts'

/** How far before a mark the API looks for a prefix it has seen. */
const LOOK_BACK = 20
const BYTES_PER_TOKEN = 4
const FIVE_MINUTES = 5 * 60_000
const ONE_HOUR = 60 * 60_000

/** Counts the input of a request as a server with a prompt cache would. */
export type PromptCache = (body: WireBody) => Omit<Usage, 'output_tokens'>

export interface PromptCacheOptions {
  /** Milliseconds; without a clock nothing grows old. */
  readonly now?: () => number
  /** A prefix of fewer tokens is not kept. */
  readonly minTokens?: number
}

/**
 * Prefixes end at blocks. A prefix is kept where a request carries a mark, for as long as the mark says, and read
 * near a mark where it occurs again; reading it keeps it for as long anew.
 */
export const createPromptCache = (options: PromptCacheOptions = {}): PromptCache => {
  const { now = () => 0, minTokens = 0 } = options
  /** Hash → until when. */
  const kept = new Map<string, number>()
  return body => {
    const at = now()
    const prefixes = readPrefixes(body)
    const marks = prefixes.flatMap((prefix, index) =>
      prefix.lifetime !== undefined && prefix.tokens >= minTokens ? [index] : [],
    )
    const isKept = (hash: string): boolean => (kept.get(hash) ?? Number.NEGATIVE_INFINITY) >= at
    const seen = marks.flatMap(mark => seenBefore(prefixes, mark, isKept))
    const read = Math.max(0, ...seen.map(index => prefixes[index]?.tokens ?? 0))
    const written = prefixes[marks.at(-1) ?? -1]?.tokens ?? 0
    for (const index of [...seen, ...marks]) {
      const prefix = prefixes[index]
      const lifetime = prefix?.lifetime ?? FIVE_MINUTES
      if (prefix) kept.set(prefix.hash, Math.max(kept.get(prefix.hash) ?? 0, at + lifetime))
    }
    return {
      input_tokens: (prefixes.at(-1)?.tokens ?? 0) - Math.max(written, read),
      cache_creation_input_tokens: Math.max(0, written - read),
      cache_read_input_tokens: read,
      ...lifetimes(prefixes, marks, { read, written }),
    }
  }
}

/** Size of the whole input. */
export const countInput = (body: WireBody): number => readPrefixes(body).at(-1)?.tokens ?? 0

export const countOutput = (text: string): number => Math.max(1, Math.ceil(text.length / BYTES_PER_TOKEN))

interface Prefix {
  readonly hash: string
  readonly tokens: number
  /** Of the mark at its end, in milliseconds; absent without one. */
  readonly lifetime: number | undefined
}

const seenBefore = (
  prefixes: readonly Prefix[],
  mark: number,
  isKept: (hash: string) => boolean,
): readonly number[] => {
  for (let at = mark; at >= Math.max(0, mark - LOOK_BACK); at--)
    if (isKept(prefixes[at]?.hash ?? '')) return [at]
  return []
}

/** What was written, by how long it is kept; the API tells the two apart once the longer one is asked for. */
const lifetimes = (
  prefixes: readonly Prefix[],
  marks: readonly number[],
  tokens: { readonly read: number; readonly written: number },
): Pick<Usage, 'cache_creation'> => {
  const long = marks.findLast(mark => prefixes[mark]?.lifetime === ONE_HOUR)
  if (long === undefined) return {}
  const hour = Math.max(0, (prefixes[long]?.tokens ?? 0) - tokens.read)
  const all = Math.max(0, tokens.written - tokens.read)
  return { cache_creation: { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: all - hour } }
}

/** The order in which a prompt is built: tools, system, messages. */
const readPrefixes = (body: WireBody): readonly Prefix[] => {
  const hash = createHash('sha1').update(String(body['model']))
  const options = JSON.stringify([body['thinking'], body['tool_choice']])
  let bytes = 0
  return unitsOf(body).map(({ place, block }) => {
    const { cache_control: mark, ...plain } = block
    const text = `${place}${JSON.stringify(plain)}`
    bytes += text.length
    // Another way of thinking or choosing tools makes another conversation of the same messages.
    hash.update(place === 'user' || place === 'assistant' ? `${options}${text}` : text)
    return {
      hash: hash.copy().digest('hex'),
      tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
      lifetime: lifetimeOf(mark),
    }
  })
}

const lifetimeOf = (mark: unknown): number | undefined => {
  if (!mark) return undefined
  return asRecord(mark)['ttl'] === '1h' ? ONE_HOUR : FIVE_MINUTES
}

const unitsOf = (body: WireBody): readonly { readonly place: string; readonly block: JsonRecord }[] => [
  ...asList(body['tools'])
    .filter(tool => !isDeferred(tool))
    .map(tool => ({ place: 'tool', block: asRecord(tool) })),
  ...toBlocks(body['system']).map(block => ({ place: 'system', block })),
  ...wireMessages(body).flatMap(message => message.blocks.map(block => ({ place: message.role, block }))),
]
