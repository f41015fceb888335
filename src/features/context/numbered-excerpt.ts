import { escapeInvisible } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import { textTokens } from './tokens.ts'

const MAX_LINE_CHARS = 2_000

/** The beginning of a text with line numbers, whole lines only. `undefined` when not even the first one fits. */
export const numberedExcerpt = (
  text: string,
  tokens: number,
): { readonly text: string; readonly lines: number; readonly whole: boolean } | undefined => {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const kept: string[] = []
  let used = 0
  let cut = false
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE_CHARS) cut = true
    const numbered = `${at + 1}\t${line.slice(0, MAX_LINE_CHARS).toWellFormed()}`
    used += textTokens(`${numbered}\n`)
    if (used > tokens) break
    kept.push(numbered)
  }
  if (kept.length === 0) return undefined
  return {
    text: inertTags(escapeInvisible(kept.join('\n'))),
    lines: kept.length,
    whole: kept.length === lines.length && !cut,
  }
}
