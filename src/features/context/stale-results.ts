import { type Block, type Message, toolUses } from '../../protocol/message.ts'
import { mediumTokens } from './tokens.ts'

export interface StaleRules {
  /** How many of the newest results stay. */
  readonly keep: number
  /** Whether results of this tool can be had again by another call. */
  clearable(toolName: string): boolean
}

/** Smaller pictures and documents are not worth a marker. */
const LARGE_MEDIUM_TOKENS = 2_000

/** Calls whose results, and messages whose pictures and documents, have served their purpose. */
export const findStale = (
  view: readonly Message[],
  rules: StaleRules,
): { readonly results: readonly string[]; readonly media: readonly string[] } => {
  const names = new Map(
    view.flatMap(message =>
      message.type === 'assistant'
        ? toolUses(message.message.content).map(({ id, name }) => [id, name] as const)
        : [],
    ),
  )
  const done = view.flatMap(message =>
    blocksOf(message).flatMap(block => {
      if (block.type !== 'tool_result') return []
      const name = names.get(block.tool_use_id)
      return name !== undefined && rules.clearable(name) ? [{ id: block.tool_use_id, message }] : []
    }),
  )
  const stale = done.slice(0, Math.max(0, done.length - rules.keep))
  const results = stale.map(({ id }) => id)
  // What is as old as a stale result, or older, is stale too.
  const end = view.indexOf(stale.at(-1)?.message as Message)
  const cleared = new Set(results)
  const media = view.slice(0, end + 1).filter(message => hasLargeMedium(message, cleared))
  return { results, media: media.map(({ uuid }) => uuid) }
}

const blocksOf = (message: Message): readonly Block[] =>
  message.type === 'user' && typeof message.message.content !== 'string' ? message.message.content : []

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
