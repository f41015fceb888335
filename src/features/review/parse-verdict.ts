import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
/** The reviewer's answers, read strictly: what is not exactly an answer is none. */

export interface Verdict {
  readonly verdict: 'allow' | 'deny'
  readonly reason: LocalizedText
}

const MAX_REASON = 500

export const isWord = (text: string, word: string): boolean => text.trim().toUpperCase() === word

/** Undefined when the last line is no verdict, or another line contradicts it. */
export const parseVerdict = (text: string): Verdict | undefined => {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const verdicts = lines.filter(line => line.includes('"verdict"'))
  const last = lines.at(-1)
  return last !== undefined && verdicts.length === 1 && verdicts[0] === last ? readLine(last) : undefined
}

const readLine = (line: string): Verdict | undefined => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // No verdict is a verdict of its own: somebody else decides.
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { verdict, reason } = value as { readonly verdict?: unknown; readonly reason?: unknown }
  const known = verdict === 'allow' || verdict === 'deny'
  if (!known || typeof reason !== 'string' || reason.trim() === '') return undefined
  return Object.keys(value).length === 2
    ? { verdict, reason: verbatim(reason.trim().replace(/\s+/g, ' ').slice(0, MAX_REASON)) }
    : undefined
}
