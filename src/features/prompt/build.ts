import type { SystemPart } from '../../protocol/model.ts'
import type { PromptContent } from './content.ts'
import type { NamedText } from './sections.ts'

export const MEMORY_SECTION = 'memory'

/** Texts that may stand in place of ours, the strongest first. */
export interface PromptChoice {
  /** Nothing else is sent, not even what was appended. */
  readonly override?: string
  /** In place of our own words; what is said about the session stays. */
  readonly coordinator?: string
  readonly agent?: string
  /** In place of everything but how a memory is used that the person named. */
  readonly custom?: readonly string[]
  readonly append?: string
  /** Only who, where and when. */
  readonly minimal?: boolean
  /** Our own words in short. */
  readonly small?: boolean
}

export interface PromptSources {
  readonly choice: PromptChoice
  readonly content: PromptContent
  /** About this session, behind the part that is the same for everybody. */
  readonly sections: readonly NamedText[]
  /** The style in use brings its own way of working. */
  readonly ownWork?: boolean
}

/**
 * The system prompt as blocks, from most to least stable, so that the provider's cache can keep the part that is the
 * same for everybody and the part that is the same for this session apart. Two of them end a cached prefix; with a
 * volatile part behind and the last message of a request that makes four, which is all a request may have.
 */
export const buildSystemPrompt = (sources: PromptSources): readonly SystemPart[] => {
  const { override, append } = sources.choice
  if (override !== undefined) return ended([{ text: override }])
  const appended = append?.trim() ? [{ text: append }] : []
  return ended([...ownParts(sources), ...appended])
}

/** Behind everything else, because it may change from turn to turn. */
export const volatileParts = ({ choice, sections }: PromptSources): readonly SystemPart[] =>
  choice.override === undefined ? joined(sections.filter(one => one.volatile)) : []

const ownParts = (sources: PromptSources): readonly SystemPart[] => {
  const { choice, content, sections } = sources
  const stable = joined(sections.filter(one => !one.volatile))
  const instead = choice.coordinator ?? choice.agent
  if (instead !== undefined) return [{ text: instead, cache: 'org' }, ...stable]
  if (choice.custom)
    return [...choice.custom.map(text => ({ text })), ...joined(sections.filter(isBesideCustom))]
  if (choice.minimal) return [{ text: [content.identity, ...stable.map(part => part.text)].join('\n') }]
  if (choice.small) return [{ text: content.short, cache: 'global' }, ...stable]
  return [sharedPart(content, sources.ownWork ?? false), ...stable]
}

/** Who named a directory for it wants it used, and nobody else can say how. */
const isBesideCustom = ({ name }: NamedText): boolean => name === MEMORY_SECTION

/** No condition of the run belongs here: each one would double the number of prefixes that caches have to hold. */
const sharedPart = (content: PromptContent, ownWork: boolean): SystemPart => {
  const { identity, work, care, tools, answers } = content
  return ownWork
    ? { text: [identity, care, tools].join('\n\n'), cache: 'org' }
    : { text: [identity, work, care, tools, answers].join('\n\n'), cache: 'global' }
}

const joined = (sections: readonly NamedText[]): readonly SystemPart[] =>
  sections.length === 0 ? [] : [{ text: sections.map(one => one.text).join('\n\n') }]

/** The last part ends the prefix that stays the same for the whole session. */
const ended = (parts: readonly SystemPart[]): readonly SystemPart[] => {
  const filled = parts.filter(part => part.text.trim() !== '')
  return filled.map((part, index) =>
    index === filled.length - 1 ? { ...part, cache: part.cache ?? 'org' } : part,
  )
}
