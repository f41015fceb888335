import {
  type AssistantMessage,
  type Block,
  type Message,
  SYNTHETIC_MODEL,
  type ToolResultBlock,
  toolUses,
} from '../../protocol/message.ts'
import { tellsOfEffect } from './effects-in.ts'
import { mediumTokens } from './tokens.ts'

export interface StaleRules {
  /** How many of the newest results stay. */
  readonly keep: number
  /** Whether results of this tool can be had again by another call. */
  clearable(toolName: string): boolean
}

/** Smaller pictures and documents are not worth a marker. */
const LARGE_MEDIUM_TOKENS = 2_000
/** Neither are shorter results: a marker is nearly as long. */
const SHORT_CHARS = 400

/**
 * Calls whose results, and messages whose pictures and documents, have served their purpose. What the model has not
 * answered yet is never among them, nor what tells of an effect.
 */
export const findStale = (
  view: readonly Message[],
  rules: StaleRules,
): { readonly results: readonly string[]; readonly media: readonly string[] } => {
  const seen = seenPart(view)
  const names = new Map(callsOf(view).map(({ id, name }) => [id, name]))
  const done = resultsOf(view).filter(({ block }) => {
    const name = names.get(block.tool_use_id)
    return name !== undefined && rules.clearable(name)
  })
  const needed = filesReferredTo(view.slice(seen.length))
  const read = new Set(seen)
  const stale = done
    .slice(0, Math.max(0, done.length - rules.keep))
    .filter(({ message }) => read.has(message) && !tellsOfEffect(message))
    .filter(({ block, message }) => !isShort(block) && !needed.has(fileOf(message) ?? ''))
  const results = stale.map(({ block }) => block.tool_use_id)
  // What is as old as a stale result, or older, is stale too.
  const end = view.indexOf(stale.at(-1)?.message as Message)
  const cleared = new Set(results)
  const media = view.slice(0, end + 1).filter(message => hasLargeMedium(message, cleared))
  return { results, media: media.map(({ uuid }) => uuid) }
}

/** What stands before the model's last reply: what comes behind its beginning nobody has read yet. */
const seenPart = (view: readonly Message[]): readonly Message[] => {
  const id = view.findLast(isReply)?.message.id
  const at = view.findIndex(message => message.type === 'assistant' && message.message.id === id)
  return view.slice(0, Math.max(0, at))
}

const isReply = (message: Message): message is AssistantMessage =>
  message.type === 'assistant' && !message.isApiErrorMessage && message.message.model !== SYNTHETIC_MODEL

const callsOf = (view: readonly Message[]) =>
  view.flatMap(message => (message.type === 'assistant' ? toolUses(message.message.content) : []))

const resultsOf = (
  view: readonly Message[],
): readonly { readonly block: ToolResultBlock; readonly message: Message }[] =>
  view.flatMap(message =>
    blocksOf(message).flatMap(block => (block.type === 'tool_result' ? [{ block, message }] : [])),
  )

/** An answer that says a file is as it was seen is worth nothing without what was seen. */
const filesReferredTo = (fresh: readonly Message[]): ReadonlySet<string | undefined> =>
  new Set(fresh.flatMap(message => (outputOf(message).type === 'file_unchanged' ? [fileOf(message)] : [])))

const fileOf = (message: Message): string | undefined => outputOf(message).file?.filePath

const outputOf = (
  message: Message,
): { readonly type?: unknown; readonly file?: { readonly filePath?: string } } =>
  (message.type === 'user' && message.toolUseResult) || {}

const blocksOf = (message: Message): readonly Block[] =>
  message.type === 'user' && typeof message.message.content !== 'string' ? message.message.content : []

const isShort = ({ content }: ToolResultBlock): boolean => {
  if (typeof content === 'string') return content.length < SHORT_CHARS
  const chars = content.map(block => (block.type === 'text' ? block.text.length : SHORT_CHARS))
  return chars.reduce((sum, each) => sum + each, 0) < SHORT_CHARS
}

const hasLargeMedium = (message: Message, cleared: ReadonlySet<string>): boolean =>
  blocksOf(message).some(block => {
    if (block.type === 'tool_result')
      return (
        !cleared.has(block.tool_use_id) &&
        typeof block.content !== 'string' &&
        block.content.some(isLargeMedium)
      )
    return isLargeMedium(block)
  })

const isLargeMedium = (block: Block): boolean =>
  (block.type === 'image' || block.type === 'document') && mediumTokens(block) > LARGE_MEDIUM_TOKENS
