import { createHash } from 'node:crypto'
import type { Usage } from '../../../protocol/usage.ts'
import { asList, asRecord, type JsonRecord } from '../json-shape.ts'
import { toBlocks, type WireBody, wireMessages } from './wire-body.ts'

/** How far before a mark the API looks for a prefix it has seen. */
const LOOK_BACK = 20
const BYTES_PER_TOKEN = 4

/** Counts the input of a request as a server with a prompt cache would. */
export type PromptCache = (body: WireBody) => Omit<Usage, 'output_tokens'>

/** Prefixes end at blocks; a prefix is stored where a request carries a mark and read wherever it occurs again. */
export const createPromptCache = (): PromptCache => {
  const stored = new Set<string>()
  return body => {
    const prefixes = readPrefixes(body)
    const marks = prefixes.flatMap((prefix, at) => (prefix.marked ? [at] : []))
    const seen = marks.flatMap(mark => seenBefore(prefixes, mark, stored))
    const read = Math.max(0, ...seen.map(at => prefixes[at]?.tokens ?? 0))
    const written = prefixes[marks.at(-1) ?? -1]?.tokens ?? 0
    for (const mark of marks) stored.add(prefixes[mark]?.hash ?? '')
    return {
      input_tokens: (prefixes.at(-1)?.tokens ?? 0) - Math.max(written, read),
      cache_creation_input_tokens: Math.max(0, written - read),
      cache_read_input_tokens: read,
    }
  }
}

/** Size of the whole input. */
export const countInput = (body: WireBody): number => readPrefixes(body).at(-1)?.tokens ?? 0

export const countOutput = (text: string): number => Math.max(1, Math.ceil(text.length / BYTES_PER_TOKEN))

interface Prefix {
  readonly hash: string
  readonly tokens: number
  readonly marked: boolean
}

const seenBefore = (
  prefixes: readonly Prefix[],
  mark: number,
  stored: ReadonlySet<string>,
): readonly number[] => {
  for (let at = mark; at >= Math.max(0, mark - LOOK_BACK); at--)
    if (stored.has(prefixes[at]?.hash ?? '')) return [at]
  return []
}

/** The order in which a prompt is built: tools, system, messages. */
const readPrefixes = (body: WireBody): readonly Prefix[] => {
  const hash = createHash('sha1').update(String(body['model']))
  let bytes = 0
  return unitsOf(body).map(({ place, block }) => {
    const { cache_control: mark, ...plain } = block
    const text = `${place}${JSON.stringify(plain)}`
    bytes += text.length
    hash.update(text)
    return {
      hash: hash.copy().digest('hex'),
      tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
      marked: Boolean(mark),
    }
  })
}

const unitsOf = (body: WireBody): readonly { readonly place: string; readonly block: JsonRecord }[] => [
  ...asList(body['tools']).map(tool => ({ place: 'tool', block: asRecord(tool) })),
  ...toBlocks(body['system']).map(block => ({ place: 'system', block })),
  ...wireMessages(body).flatMap(message => message.blocks.map(block => ({ place: message.role, block }))),
]
