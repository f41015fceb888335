import type { TokenizerExtension } from 'marked'
import { findMath, mathStart, mathText } from './math-text.ts'

/** Text is searched for the next formula again at every mark in it: only so far ahead. */
const AHEAD = 1_000

/** Formulas in Markdown, in Unicode where it has a form for them, else as they are written. */
export const mathExtension: TokenizerExtension = {
  name: 'math',
  level: 'inline',
  start: text => mathStart(text.slice(0, AHEAD)),
  tokenizer(text) {
    if (text[0] !== '$' && text[0] !== '\\') return undefined
    const found = findMath(text)
    return found && { type: 'math', raw: found.raw, text: mathText(found.source) ?? found.raw }
  },
}
