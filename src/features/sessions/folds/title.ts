import type { Entry } from '../../../protocol/entry.ts'
import { plainText } from '../../../protocol/message.ts'

/** What a session may be called by. An empty title takes an earlier one back. */
export interface TitleParts {
  readonly custom?: string
  readonly ai?: string
  readonly firstPrompt?: string
}

const MAX_PROMPT = 200

/** Lines that a program wrote in the person's name: expanded commands and their output; imported ones as text. */
const WRITTEN_BY_PROGRAM = /^(?:<|\\u\{3c\})(command-|local-command-|bash-|system-reminder)/

const promptLine = (entry: Entry): string => {
  if (entry.type !== 'user' || entry.isMeta === true || entry.isCompactSummary === true || entry.isSidechain)
    return ''
  const text = plainText(entry.message.content).trim()
  return WRITTEN_BY_PROGRAM.test(text) ? '' : text.replace(/\s+/g, ' ').slice(0, MAX_PROMPT)
}

const without = (parts: TitleParts, key: keyof TitleParts): TitleParts => {
  const { [key]: _, ...rest } = parts
  return rest
}

export const foldTitle = (parts: TitleParts, entry: Entry): TitleParts => {
  if (entry.type === 'custom-title')
    return entry.customTitle === '' ? without(parts, 'custom') : { ...parts, custom: entry.customTitle }
  if (entry.type === 'ai-title')
    return entry.aiTitle === '' ? without(parts, 'ai') : { ...parts, ai: entry.aiTitle }
  if (parts.firstPrompt !== undefined) return parts
  const prompt = promptLine(entry)
  return prompt === '' ? parts : { ...parts, firstPrompt: prompt }
}

export const titleOf = (parts: TitleParts): string | undefined =>
  parts.custom ?? parts.ai ?? parts.firstPrompt
