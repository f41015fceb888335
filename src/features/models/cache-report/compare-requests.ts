import { cacheText } from '../../../protocol/messages/host/cache.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import type { ApiMessage, ModelRequest } from '../../../protocol/model.ts'
import { type Outline, sizeOfBlock } from './outline.ts'

/** Part of a request, in the order in which a provider builds the prompt from them. */
export type Area = 'model' | 'options' | 'tools' | 'system' | 'messages'

export interface Parting {
  readonly area: Area
  /** What is not as before, in words. */
  readonly detail: Text
  /** A picture or document gave way to words. */
  readonly lostMedia?: boolean
}

export interface Comparison {
  /** Absent when all of the request before stands at the beginning of this one. */
  readonly parting?: Parting
  /** Messages that are the same objects, from the first one on. */
  readonly messages: number
  /** Characters at the beginning that are the same. */
  readonly shared: number
}

/** How a request begins compared with the one before it. Costs one look per message while nothing differs. */
export const compareRequests = (before: Outline, now: ModelRequest): Comparison => {
  const old = before.request
  const opening = compareOpening(old, now)
  if (opening) return { parting: opening.parting, messages: 0, shared: opening.shared }
  const messages = countSame(old.messages, now.messages)
  const end = before.opening + (before.ends[messages - 1] ?? 0)
  const last = old.messages[messages]
  if (last === undefined) return { messages, shared: end }
  const blocks = sharedBlocks(last, now.messages[messages])
  const shared = end + last.content.slice(0, blocks).reduce((sum, block) => sum + sizeOfBlock(block), 0)
  // The last message may have grown: what was sent is still there.
  if (messages === old.messages.length - 1 && blocks === last.content.length)
    return { messages, shared: before.opening + (before.ends[messages] ?? 0) }
  const detail = cacheText('block', {
    message: messages + 1,
    messages: old.messages.length,
    role: last.role,
    block: blocks + 1,
  })
  const other = now.messages[messages]?.content[blocks]
  const lostMedia = hasMedia(last.content[blocks]) && !hasMedia(other)
  return { parting: { area: 'messages', detail, ...(lostMedia ? { lostMedia } : {}) }, messages, shared }
}

const hasMedia = (block: ApiMessage['content'][number] | undefined): boolean => {
  if (block?.type === 'image' || block?.type === 'document') return true
  return (
    block?.type === 'tool_result' &&
    typeof block.content !== 'string' &&
    block.content.some(inner => inner.type !== 'text')
  )
}

const compareOpening = (
  old: ModelRequest,
  now: ModelRequest,
): { readonly parting: Parting; readonly shared: number } | undefined => {
  if (old.model !== now.model)
    return { parting: { area: 'model', detail: `${old.model} → ${now.model}` }, shared: 0 }
  const option = changedOption(old, now)
  if (option !== undefined) return { parting: { area: 'options', detail: option }, shared: 0 }
  const tool = changedTool(old, now)
  if (tool !== undefined) return { parting: { area: 'tools', detail: tool }, shared: 0 }
  const section = changedSection(old, now)
  return section && { parting: { area: 'system', detail: section.detail }, shared: section.shared }
}

const OPTIONS = ['thinking', 'effort', 'toolChoice', 'betas', 'serverTools', 'cache', 'speed'] as const

const changedOption = (old: ModelRequest, now: ModelRequest): string | undefined => {
  const option = OPTIONS.find(
    name => old[name] !== now[name] && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  return option && `${option}: ${JSON.stringify(old[option])} → ${JSON.stringify(now[option])}`
}

/** The options that change what the model is shown, as one text. */
export const optionsText = (request: ModelRequest): string =>
  // What came later is only there when it is used: prints of earlier versions stay good.
  JSON.stringify(OPTIONS.filter(name => name !== 'speed' || request.speed).map(name => request[name]))

const changedTool = ({ tools: old }: ModelRequest, { tools: now }: ModelRequest): Text | undefined => {
  if (old === now) return undefined
  const at = old.findIndex((tool, index) => {
    const other = now[index]
    return tool !== other && JSON.stringify(tool) !== JSON.stringify(other)
  })
  const was = old[at]
  if (was === undefined) {
    const added = now.slice(old.length).map(tool => tool.name)
    return added.length === 0 ? undefined : cacheText('added', { names: added })
  }
  const is = now[at]
  if (is?.name === was.name) return cacheText('described', { name: was.name })
  return now.some(tool => tool.name === was.name)
    ? cacheText('came_before', { name: String(is?.name), other: was.name })
    : cacheText('gone', { name: was.name })
}

const changedSection = (
  { system: old }: ModelRequest,
  { system: now }: ModelRequest,
): { readonly detail: Text; readonly shared: number } | undefined => {
  if (old === now) return undefined
  let shared = 0
  for (const [at, part] of old.entries()) {
    const other = now[at]
    if (part !== other && part.text !== other?.text)
      return {
        detail: cacheText('part', { part: at + 1, change: changedLine(part.text, other?.text) }),
        shared,
      }
    shared += part.text.length
  }
  return now.length === old.length
    ? undefined
    : { detail: cacheText('new_part', { part: old.length + 1 }), shared }
}

const SHOWN = 80

/** The first line that differs. */
const changedLine = (old: string, now: string | undefined): Text => {
  if (now === undefined) return cacheText('part_gone')
  const lines = now.split('\n')
  const was = old.split('\n')
  const at = was.findIndex((line, index) => line !== lines[index])
  const show = (line: string | undefined): Text =>
    line === undefined
      ? cacheText('nothing')
      : JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)
  return at === -1
    ? cacheText('line_added', { line: show(lines[was.length]) })
    : cacheText('line_changed', { before: show(was[at]), after: show(lines[at]) })
}

const countSame = (old: readonly ApiMessage[], now: readonly ApiMessage[]): number => {
  const limit = Math.min(old.length, now.length)
  let count = 0
  while (count < limit && old[count] === now[count]) count += 1
  return count < limit && sameContent(old[count], now[count]) ? countEqual(old, now, count) : count
}

/** Objects that were made anew and say the same, as after a change of the memory they come from. */
const countEqual = (old: readonly ApiMessage[], now: readonly ApiMessage[], from: number): number => {
  const limit = Math.min(old.length, now.length)
  let count = from
  while (count < limit && (old[count] === now[count] || sameContent(old[count], now[count]))) count += 1
  return count
}

const sameContent = (a: ApiMessage | undefined, b: ApiMessage | undefined): boolean =>
  a?.role === b?.role && a?.content.length === b?.content.length && sharedBlocks(a, b) === a?.content.length

const sharedBlocks = (a: ApiMessage | undefined, b: ApiMessage | undefined): number => {
  if (!a || !b || a.role !== b.role) return 0
  const other = b.content
  const at = a.content.findIndex(
    (block, index) => block !== other[index] && JSON.stringify(block) !== JSON.stringify(other[index]),
  )
  return at === -1 ? a.content.length : at
}
