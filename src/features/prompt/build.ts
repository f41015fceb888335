import type { SystemPart } from '../../protocol/model.ts'
import { environmentSection, STATIC_SECTIONS, type Surroundings } from './sections.ts'

/**
 * The system prompt as blocks, from most to least stable, so that the provider's cache can keep the part that is the
 * same for everybody and the part that is the same for this session apart.
 */
export const buildSystemPrompt = (options: {
  readonly surroundings: Surroundings
  /** Replaces everything. */
  readonly custom?: readonly string[]
  readonly append?: string
}): readonly SystemPart[] => {
  const own: readonly SystemPart[] = options.custom
    ? options.custom.filter(text => text.trim() !== '').map(text => ({ text }))
    : [
        { text: STATIC_SECTIONS.join('\n\n'), cache: 'global' },
        { text: environmentSection(options.surroundings) },
      ]
  const all = options.append?.trim() ? [...own, { text: options.append }] : own
  // The last part ends the prefix that stays the same for the whole session.
  return all.map((part, index) => (index === all.length - 1 ? { ...part, cache: part.cache ?? 'org' } : part))
}

/** Goes before the first message: facts that would spoil the shared prefix if they stood in the system prompt. */
export const userContext = (today: Date): string => `Today's date is ${localDate(today)}.`

const localDate = (date: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
