import { inertTags } from '../../../lib/harness-tags.ts'
import type { MessageEntry } from '../../../protocol/entry.ts'
import type { AssistantBlock, Block, ResultBlock, UserBlock } from '../../../protocol/message.ts'
import { NO_USAGE } from '../../../protocol/usage.ts'
import { hunksIn } from '../ledger/effect.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/
const TOOL_NAME = /^[A-Za-z0-9_-]{1,128}$/
const MEDIA = /^image\/(png|jpeg|gif|webp)$/

/** Gives calls ids that any provider takes; the same call keeps the same one. */
export const createCallNames = (): ((id: string) => string) => {
  const names = new Map<string, string>()
  return id => {
    if (CALL_ID.test(id)) return id
    const known = names.get(id) ?? `toolu_imported_${names.size + 1}`
    names.set(id, known)
    return known
  }
}

const cleanResultBlock = (block: unknown): ResultBlock | undefined => {
  if (!isFields(block)) return undefined
  if (block['type'] === 'text' && typeof block['text'] === 'string')
    return { type: 'text', text: block['text'] }
  const source = block['source']
  if (block['type'] !== 'image' || !isFields(source) || source['type'] !== 'base64') return undefined
  const { media_type, data } = source
  if (typeof media_type !== 'string' || !MEDIA.test(media_type) || typeof data !== 'string') return undefined
  return { type: 'image', source: { type: 'base64', media_type, data } }
}

const cleanContent = (content: unknown): string | readonly ResultBlock[] =>
  typeof content === 'string'
    ? content
    : (Array.isArray(content) ? content : []).flatMap(block => cleanResultBlock(block) ?? [])

/** Only what is text or a picture; thinking is bound to the model and account it came from. */
const cleanBlock = (block: Block, nameOf: (id: string) => string): Block | undefined => {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? undefined : { type: 'text', text: inertTags(block.text) }
    case 'image':
      return cleanResultBlock(block)
    case 'tool_use':
      if (!TOOL_NAME.test(block.name)) return undefined
      return {
        type: 'tool_use',
        id: nameOf(block.id),
        name: block.name,
        input: isFields(block.input) ? block.input : {},
      }
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: nameOf(block.tool_use_id),
        content: cleanContent(block.content),
        ...(block.is_error === true ? { is_error: true } : {}),
      }
    default:
      return undefined
  }
}

/** Of a tool's structured output, what shows what happened: patches and the output of commands. */
const cleanOutput = (output: unknown): Fields | undefined => {
  if (!isFields(output)) return undefined
  const kept: Record<string, unknown> = {}
  for (const key of ['filePath', 'stdout', 'stderr'])
    if (typeof output[key] === 'string') kept[key] = output[key]
  if (typeof output['exitCode'] === 'number') kept['exitCode'] = output['exitCode']
  if (Array.isArray(output['structuredPatch']))
    kept['structuredPatch'] = hunksIn(output).map(hunk => ({
      ...hunk,
      oldLines: hunk.lines.filter(line => !line.startsWith('+')).length,
      newLines: hunk.lines.filter(line => !line.startsWith('-')).length,
    }))
  return Object.keys(kept).length === 0 ? undefined : kept
}

interface Cleaned {
  readonly type: 'user' | 'assistant' | 'system'
  readonly fields: Fields
}

/** Where the other program shortened its history: what came before it need not be sent again. */
const boundary = (entry: MessageEntry): Cleaned | undefined => {
  if (entry.type !== 'system' || entry.subtype !== 'compact_boundary') return undefined
  const before = entry.compactMetadata?.preTokens
  const trigger = entry.compactMetadata?.trigger === 'manual' ? 'manual' : 'auto'
  return {
    type: 'system',
    fields: {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger, preTokens: typeof before === 'number' ? before : 0 },
    },
  }
}

/** What of a foreign message may come in; `undefined` when nothing of it does. Never a mode, a directory or a grant. */
export const cleanEntry = (entry: MessageEntry, nameOf: (id: string) => string): Cleaned | undefined => {
  if (entry.type === 'user') {
    const { content } = entry.message
    const blocks =
      typeof content === 'string'
        ? inertTags(content)
        : content.flatMap(block => (cleanBlock(block, nameOf) as UserBlock | undefined) ?? [])
    if (blocks.length === 0) return undefined
    const output = cleanOutput(entry.toolUseResult)
    return {
      type: 'user',
      fields: {
        message: { role: 'user', content: blocks },
        ...(entry.isMeta === true ? { isMeta: true } : {}),
        ...(entry.isCompactSummary === true ? { isCompactSummary: true } : {}),
        ...(output === undefined ? {} : { toolUseResult: output }),
      },
    }
  }
  if (entry.type !== 'assistant') return boundary(entry)
  const { message } = entry
  const blocks = message.content.flatMap(
    block => (cleanBlock(block, nameOf) as AssistantBlock | undefined) ?? [],
  )
  if (blocks.length === 0) return undefined
  return {
    type: 'assistant',
    fields: {
      message: {
        id: message.id.slice(0, 200),
        type: 'message',
        role: 'assistant',
        model: message.model.slice(0, 200),
        content: blocks,
        stop_reason: message.stop_reason,
        stop_sequence: null,
        // What it cost was paid elsewhere.
        usage: NO_USAGE,
      },
      ...(typeof entry.requestId === 'string' ? { requestId: entry.requestId.slice(0, 200) } : {}),
    },
  }
}
