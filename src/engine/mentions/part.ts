import type { SkillText } from '../../protocol/command.ts'
import type { Message, UserMessage } from '../../protocol/message.ts'
import type { Authority } from '../../protocol/permission.ts'
import type { MentionsOptions, Namer } from './bring-mentions.ts'

/** What a prompt names with `@`, attached behind it. */
export interface Mentions {
  of(
    said: readonly Message[],
    by: { readonly authority?: Authority; readonly signal?: AbortSignal },
  ): Promise<readonly Message[]>
  /** The same of what skills say: only what could be read without a question. */
  named(skills: readonly SkillText[], signal: AbortSignal): Promise<readonly Message[]>
}

export const createMentions = (at: MentionsOptions): Mentions => ({
  async of(said, { authority, signal = new AbortController().signal }) {
    const texts = said.flatMap(message => (message.type === 'user' ? spokenIn(message) : []))
    return await bring(at, { texts, by: authority === 'owner' ? 'owner' : 'prompt' }, signal)
  },
  named: (skills, signal) =>
    bring(at, { texts: skills.flatMap(({ written = '' }) => written), by: 'skill' }, signal),
})

/** Most prompts name nothing, and need none of what reads files for one. */
const bring = async (at: MentionsOptions, namer: Namer, signal: AbortSignal): Promise<readonly Message[]> => {
  if (!namer.texts.some(text => text.includes('@'))) return []
  const { bringMentions } = await import('./bring-mentions.ts')
  return await bringMentions(at, namer, signal)
}

/** The person's own words; what stands in results or was put there by the program names nothing. */
const spokenIn = ({ message: { content }, isMeta }: UserMessage): readonly string[] => {
  if (isMeta) return []
  if (typeof content === 'string') return [content]
  return content.flatMap(block => (block.type === 'text' ? [block.text] : []))
}
