import {
  type AssistantBlock,
  type AssistantMessage,
  type Message,
  type ToolResultBlock,
  toolUses,
  type UserBlock,
} from '../protocol/message.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import type { ApiMessage } from '../protocol/model.ts'
import { baseOf } from '../protocol/model.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import { frameReminder } from './reminder.ts'
import { resultOnWire } from './result-on-wire.ts'

/** The API's own limit on images and documents in one request. */
const MAX_MEDIA = 100
/** So many are left out at once: each time the prompt cache begins anew. */
const SHED_AT_ONCE = 20

const says = modelTexts('history', {
  noResult: {
    en: 'No result: the call was interrupted before it returned. Its effect is unknown.',
    zh: '没有结果：调用在返回前被中断。是否生效不确定。',
  },
  goOn: { en: 'Continue.', zh: '继续。' },
  // Nobody said it, so it must not read as a wish.
  noBeginning: { en: '(The beginning of the conversation is not shown.)', zh: '（对话的开头没有显示。）' },
})

/** Remembers what was made of the history, so that the same history gives the same objects again, at the cost of what is new. */
export interface NormalizeMemo {
  readonly groups: WeakMap<Message, Remembered>
  /** Messages without their first so many media. */
  readonly shed: WeakMap<ApiMessage, { readonly count: number; readonly api: ApiMessage }>
  /** The beginning of the history that nothing appended later can change. */
  settled?: Settled
}
export const createNormalizeMemo = (): NormalizeMemo => ({ groups: new WeakMap(), shed: new WeakMap() })

interface Remembered {
  readonly sources: readonly Message[]
  readonly context: string
  readonly api: ApiMessage | undefined
}

/** What has been made of the messages so far. */
interface Work {
  readonly model: string
  /** Of the prompt. */
  readonly language: PromptLanguage | undefined
  readonly result: ApiMessage[]
  readonly usedIds: Pick<Set<string>, 'has' | 'add'>
  /** Calls of the last reply that wait for their results. */
  calls: readonly string[]
  /** Images and documents in `result`. */
  media: number
}

/** Goes on with every request in the same arrays: copies of a long history would be most of the garbage of a turn. */
interface Settled extends Work {
  /** A history that begins with what is settled. */
  messages: readonly Message[]
  /** How many of its messages are. */
  count: number
}

/** A late record of a reply joins it across one message of results, so the last two groups may still change. */
const OPEN_GROUPS = 2

/**
 * History → wire: the only door. Drops what is not for the model, joins records of one reply and neighbours of one
 * role, pairs every call with exactly one result standing first in the next message, removes what the API refuses,
 * and always begins and, unless it is left open, ends with the user. Pure; with the same memo an unchanged stretch comes back as the same object.
 */
export const normalize = (
  messages: readonly Message[],
  options: {
    readonly model: string
    readonly memo?: NormalizeMemo
    /** Something is said behind it by whoever asks: it may end with the model, and only missing results are added. */
    readonly open?: boolean
    /** Of the prompt. */
    readonly language?: PromptLanguage | undefined
  },
): readonly ApiMessage[] => {
  const memo = options.memo ?? createNormalizeMemo()
  const settled = takeUp(memo, messages, options)
  const groups = groupByRole(messages, settled.count)
  const open = Math.max(0, firstOpen(groups))
  if (open > 0)
    settle(memo, settled, { messages, groups: groups.slice(0, open), to: groups[open]?.from ?? 0 })
  const work = branch(settled)
  for (const group of groups.slice(open)) take(work, memo, group.messages)
  const { result } = work
  if (result.at(-1)?.role === 'assistant') {
    const missing = answer(work.calls, [], options.language)
    if (!options.open)
      result.push({
        role: 'user',
        content: [...missing, { type: 'text', text: say('goOn', options.language) }],
      })
    else if (missing.length > 0) result.push({ role: 'user', content: missing })
  }
  const whole = settled.result.toSpliced(-1, 1, ...result)
  if (whole[0]?.role === 'assistant')
    whole.unshift({ role: 'user', content: [{ type: 'text', text: say('noBeginning', options.language) }] })
  return capMedia(whole, work.media, memo.shed)
}

const say = (row: 'noResult' | 'goOn' | 'noBeginning', language: PromptLanguage | undefined): string =>
  forModel(says(row), language)

/** The first group from which on the history may still change: all before it is settled. -1: there is nothing before. */
const firstOpen = (groups: readonly Group[]): number => {
  let open = -1
  let reached = -1
  groups.slice(0, Math.max(groups.length - OPEN_GROUPS + 1, 0)).forEach((group, index) => {
    if (index > 0 && reached < group.from) open = index
    reached = Math.max(reached, group.to)
  })
  return open
}

/** What is settled, when the history still begins with it; else nothing is. */
const takeUp = (
  memo: NormalizeMemo,
  messages: readonly Message[],
  { model, language }: { readonly model: string; readonly language?: PromptLanguage | undefined },
): Settled => {
  const { settled } = memo
  const fits = settled !== undefined && settled.model === model && beginsWith(messages, settled)
  const clean = fits && !messages.slice(settled.count).some(m => m.type === 'system' && m.removed)
  if (clean) return settled
  return { model, language, messages, count: 0, result: [], usedIds: new Set(), calls: [], media: 0 }
}

const beginsWith = (messages: readonly Message[], { messages: start, count }: Settled): boolean => {
  if (messages.length < count) return false
  for (let at = 0; at < count; at += 1) if (messages[at] !== start[at]) return false
  return true
}

const settle = (
  memo: NormalizeMemo,
  settled: Settled,
  now: { readonly messages: readonly Message[]; readonly groups: readonly Group[]; readonly to: number },
): void => {
  // Half done it would be wrong.
  delete memo.settled
  for (const group of now.groups) take(settled, memo, group.messages)
  settled.messages = now.messages
  settled.count = now.to
  memo.settled = settled
}

/** Goes on from what is settled without touching it; its last message comes along, for neighbours of its role join it. */
const branch = ({ model, language, result, usedIds, calls, media }: Settled): Work => {
  const own = new Set<string>()
  return {
    model,
    language,
    result: result.slice(-1),
    usedIds: { has: id => own.has(id) || usedIds.has(id), add: id => own.add(id) },
    calls,
    media,
  }
}

const take = (work: Work, memo: NormalizeMemo, sources: readonly Message[]): void => {
  const assistant = sources[0]?.type === 'assistant'
  const context = assistant ? work.model : work.calls.join(' ')
  const api = remember(memo.groups, { sources, context }, work)
  // A reply that vanished leaves its neighbours' calls as they were; only a user message answers them.
  if (!assistant) work.calls = []
  if (!api) return
  append(work.result, api)
  for (const block of api.content) work.media += countMedia(block)
  if (assistant) work.calls = toolUses(api.content).map(call => call.id)
}

const append = (result: ApiMessage[], api: ApiMessage): void => {
  const last = result.at(-1)
  if (last?.role !== api.role) result.push(api)
  else result[result.length - 1] = { role: api.role, content: [...last.content, ...api.content] }
}

interface Group {
  readonly messages: Message[]
  /** Where in the history it begins, and its last message. */
  readonly from: number
  to: number
}

/**
 * Runs of one role. Records of one reply stay together even when results of its first calls were written in between.
 */
const groupByRole = (messages: readonly Message[], from: number): readonly Group[] => {
  const removed = new Set<string>()
  for (const message of messages.slice(from))
    if (message.type === 'system') for (const uuid of message.removed ?? []) removed.add(uuid)
  const groups: Group[] = []
  const start = (at: number): Group => {
    const group: Group = { messages: [], from: at, to: at }
    groups.push(group)
    return group
  }
  /** The reply that may still get records. */
  let reply: Group | undefined
  for (let at = from; at < messages.length; at += 1) {
    const message = messages[at]
    if (!message || message.type === 'system' || removed.has(message.uuid)) continue
    let group = groups.at(-1)
    const isReply = group?.messages[0]?.type === 'assistant'
    if (message.type === 'assistant') {
      if (message.isApiErrorMessage) continue
      if (reply && lastId(reply.messages) === message.message.id) group = reply
      else if (!group || !isReply) group = start(at)
      reply = group
    } else {
      if (!carriesOnlyResults(message)) reply = undefined
      if (!group || isReply) group = start(at)
    }
    group.messages.push(message)
    group.to = at
  }
  return groups
}

const lastId = (group: readonly Message[]): string | undefined => {
  const last = group.at(-1)
  return last?.type === 'assistant' ? last.message.id : undefined
}

const carriesOnlyResults = (message: Message): boolean =>
  message.type === 'user' &&
  typeof message.message.content !== 'string' &&
  message.message.content.every(block => block.type === 'tool_result')

const remember = (
  memo: NormalizeMemo['groups'],
  now: { readonly sources: readonly Message[]; readonly context: string },
  { usedIds, language }: Pick<Work, 'usedIds' | 'language'>,
): ApiMessage | undefined => {
  const first = now.sources[0]
  if (!first) return undefined
  const known = memo.get(first)
  if (known && known.context === now.context && sameItems(known.sources, now.sources)) {
    const ids = known.api?.role === 'assistant' ? toolUses(known.api.content).map(call => call.id) : []
    if (ids.every(id => !usedIds.has(id))) {
      for (const id of ids) usedIds.add(id)
      return known.api
    }
  }
  const content =
    first.type === 'assistant'
      ? assistantBlocks(now.sources, now.context, usedIds)
      : userBlocks(now.sources, now.context === '' ? [] : now.context.split(' '), language)
  const role = first.type === 'assistant' ? 'assistant' : 'user'
  const api = content.length === 0 ? undefined : ({ role, content } as const)
  memo.set(first, { ...now, api })
  return api
}

const sameItems = (a: readonly Message[], b: readonly Message[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

const assistantBlocks = (
  sources: readonly Message[],
  model: string,
  usedIds: Work['usedIds'],
): readonly AssistantBlock[] => {
  const blocks: AssistantBlock[] = []
  for (const source of sources) {
    if (source.type !== 'assistant') continue
    for (const block of source.message.content) {
      if (!mayReplay(block, source, model)) continue
      if (block.type === 'tool_use') {
        if (usedIds.has(block.id)) continue
        usedIds.add(block.id)
      }
      blocks.push(block.type === 'text' ? { ...block, text: block.text.toWellFormed() } : block)
    }
  }
  // Thinking that leads to nothing is refused by the API.
  while (blocks.at(-1)?.type === 'thinking' || blocks.at(-1)?.type === 'redacted_thinking') blocks.pop()
  return blocks
}

const mayReplay = (block: AssistantBlock, source: AssistantMessage, model: string): boolean => {
  if (block.type === 'text') return block.text.trim() !== ''
  if (block.type === 'thinking') return block.signature !== '' && isSameModel(source, model)
  if (block.type === 'redacted_thinking') return isSameModel(source, model)
  return true
}

/** Asked for by its name, a model may answer with that of its release: what it thought is its own all the same. */
const isSameModel = ({ message }: AssistantMessage, model: string): boolean =>
  message.model === model || baseOf(message.model) === baseOf(model)

const userBlocks = (
  sources: readonly Message[],
  calls: readonly string[],
  language: PromptLanguage | undefined,
): readonly UserBlock[] => {
  const results: ToolResultBlock[] = []
  const rest: UserBlock[] = []
  for (const source of sources) {
    if (source.type === 'attachment') rest.push({ type: 'text', text: reminder(source.attachment.text) })
    if (source.type !== 'user') continue
    const { content } = source.message
    const blocks: readonly UserBlock[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content
    for (const block of blocks) {
      if (block.type === 'tool_result') results.push(resultOnWire(block, source))
      else if (block.type !== 'text') rest.push(block)
      else if (block.text.trim() !== '') rest.push({ ...block, text: block.text.toWellFormed() })
    }
  }
  return [...answer(calls, results, language), ...rest]
}

/** Exactly one result for each call, in the order of the calls. */
const answer = (
  calls: readonly string[],
  results: readonly ToolResultBlock[],
  language: PromptLanguage | undefined,
): readonly ToolResultBlock[] =>
  calls.map(id => {
    const found = results.find(result => result.tool_use_id === id)
    return (
      found ?? { type: 'tool_result', tool_use_id: id, content: say('noResult', language), is_error: true }
    )
  })

const reminder = (text: string): string => frameReminder(text.toWellFormed())

/** Replaces the oldest media when there are more than the API takes. */
const capMedia = (
  messages: readonly ApiMessage[],
  media: number,
  memo: NormalizeMemo['shed'],
): readonly ApiMessage[] => {
  let excess = countShed(media)
  if (excess === 0) return messages
  return messages.map(message => {
    const count = Math.min(excess, countAll(message))
    excess -= count
    if (count === 0) return message
    const known = memo.get(message)
    if (known?.count === count) return known.api
    const api = shedMedia(message, count)
    memo.set(message, { count, api })
    return api
  })
}

/** How many of so many media are left out. */
const countShed = (media: number): number =>
  media <= MAX_MEDIA ? 0 : Math.ceil((media - MAX_MEDIA) / SHED_AT_ONCE) * SHED_AT_ONCE

const shedMedia = (message: ApiMessage, count: number): ApiMessage => {
  let left = count
  const shed = <B extends { readonly type: string }>(block: B): B | { type: 'text'; text: string } => {
    if (left <= 0 || (block.type !== 'image' && block.type !== 'document')) return block
    left -= 1
    return { type: 'text', text: `[${block.type} left out: a request may carry ${MAX_MEDIA}]` }
  }
  return {
    role: message.role,
    content: message.content.map(block =>
      block.type === 'tool_result' && typeof block.content !== 'string'
        ? { ...block, content: block.content.map(shed) }
        : shed(block),
    ),
  }
}

const countAll = (message: ApiMessage): number =>
  message.content.reduce((sum, block) => sum + countMedia(block), 0)

const countMedia = (block: UserBlock | AssistantBlock): number => {
  if (block.type === 'image' || block.type === 'document') return 1
  if (block.type !== 'tool_result' || typeof block.content === 'string') return 0
  return block.content.filter(inner => inner.type !== 'text').length
}
