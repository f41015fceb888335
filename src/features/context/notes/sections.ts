import type { Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { textTokens } from '../tokens.ts'

const says = modelTexts('session_notes', {
  cut: {
    en: '{head}\n[cut: the rest of this section was too long]',
    zh: '{head}\n[已截断：本节其余部分过长]',
  },
})

export interface Section {
  readonly name: string
  /** What belongs there, for whoever writes it. */
  readonly hint: string
  readonly text: string
}

const SECTION_TOKENS = 2_000
const ALL_TOKENS = 12_000

/** `# Name`, an optional line in italics, text. Anything before the first heading is left out. */
export const parseSections = (text: string): readonly Section[] =>
  text
    .split(/^# /m)
    .slice(1)
    .map(part => {
      const [name = '', ...lines] = part.split('\n')
      const first = lines.findIndex(line => line.trim() !== '')
      const hint = /^_(.*)_\s*$/.exec(lines[first] ?? '')?.[1]
      const body = hint === undefined ? lines : lines.slice(first + 1)
      return { name: name.trim(), hint: hint ?? '', text: body.join('\n').trim() }
    })
    .filter(({ name }) => name !== '')

export const renderSections = (sections: readonly Section[]): string =>
  sections
    .map(({ name, hint, text }) => [`# ${name}`, hint && `_${hint}_`, text].filter(Boolean).join('\n'))
    .join('\n\n')

/** New text for the sections a reply names; others stay. `undefined` when it names none of them. */
export const takeReply = (sections: readonly Section[], reply: string): readonly Section[] | undefined => {
  const given = new Map(
    Array.from(
      reply.matchAll(/<section name="([^"]*)">([\s\S]*?)<\/section>/g),
      ([, name = '', text = '']) => [
        name.trim().toLowerCase(),
        // A heading inside would be a section of its own when the file is read again.
        text.trim().replace(/^# /gm, '## '),
      ],
    ),
  )
  if (!sections.some(({ name }) => given.has(name.toLowerCase()))) return undefined
  return sections.map(section => ({
    ...section,
    text: given.get(section.name.toLowerCase()) ?? section.text,
  }))
}

/** Names of sections that have grown too long. When all of them together have, the longest count. */
export const tooLong = (sections: readonly Section[]): readonly string[] => {
  const sized = sections.map(({ name, text }) => ({ name, tokens: textTokens(text) }))
  const all = sized.reduce((sum, { tokens }) => sum + tokens, 0)
  const most = all > ALL_TOKENS ? ALL_TOKENS / sections.length : SECTION_TOKENS
  return sized.filter(({ tokens }) => tokens > most).map(({ name }) => name)
}

/** The notes as a summary: sections with something in them, none beyond its limit. */
export const notesAsSummary = (sections: readonly Section[], language?: PromptLanguage): string => {
  const filled = sections.filter(({ text }) => text !== '')
  const all = filled.reduce((sum, { text }) => sum + textTokens(text), 0)
  const most = Math.floor(all > ALL_TOKENS ? ALL_TOKENS / Math.max(1, filled.length) : SECTION_TOKENS)
  return filled.map(({ name, text }) => `## ${name}\n${forModel(cut(text, most), language)}`).join('\n\n')
}

const cut = (text: string, tokens: number): Text => {
  if (textTokens(text) <= tokens) return text
  const chars = Math.floor(tokens * 3)
  return says('cut', { head: text.slice(0, chars).toWellFormed() })
}
