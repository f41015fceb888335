import { RECAP_SYSTEM, RECAP_TOKENS, readRecap, recapPrompt } from './recap.ts'
import { readSuggestion, SUGGESTION_SYSTEM, SUGGESTION_TOKENS, suggestionPrompt } from './suggestion.ts'

/** How each is asked for, and what of the answer counts. */
export const ASIDE_KINDS = {
  suggestion: {
    system: SUGGESTION_SYSTEM,
    prompt: suggestionPrompt,
    maxTokens: SUGGESTION_TOKENS,
    read: readSuggestion,
  },
  recap: { system: RECAP_SYSTEM, prompt: recapPrompt, maxTokens: RECAP_TOKENS, read: readRecap },
} as const
