import type { CredentialMask } from '../../../protocol/settings.ts'
import { placeholderFor, placeholderToken } from './placeholder.ts'

/** Takes a secret down, with what stands for it; the same for the same secret. */
export type Issue = (secret: string, make: () => string | undefined) => string | undefined

const TOKEN = /[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}/g

/** The text with placeholders for what the row means; undefined: there was nothing of that kind in it. */
export const maskedText = (text: string, mask: CredentialMask, issue: Issue): string | undefined => {
  const { extract, decode } = mask
  if (extract === undefined && decode === undefined) {
    const secret = text.trim()
    return secret === ''
      ? text
      : replaced(text, [spanOf(text, secret)], () => issue(secret, () => placeholderFor(secret)))
  }
  const found = spansIn(text, extract === undefined ? TOKEN : new RegExp(extract, 'dg'))
  const made = new Map<string, string>()
  const make = (secret: string): string | undefined =>
    decode ? placeholderToken(secret, mask.maskClaims) : placeholderFor(secret)
  const result = replaced(text, found, secret => {
    const placeholder = issue(secret, () => make(secret))
    if (placeholder !== undefined) made.set(secret, placeholder)
    return placeholder
  })
  if (made.size === 0) return undefined
  return mask.maskDuplicates
    ? [...made].reduce((now, [secret, placeholder]) => now.replaceAll(secret, placeholder), result)
    : result
}

interface Span {
  readonly from: number
  readonly to: number
}

const spanOf = (text: string, secret: string): Span => {
  const from = text.indexOf(secret)
  return { from, to: from + secret.length }
}

/** The first group of every match, or all of it where there is none. */
const spansIn = (text: string, pattern: RegExp): readonly Span[] =>
  [...text.matchAll(pattern)].flatMap(match => {
    const [from, to] =
      match.indices === undefined
        ? [match.index, match.index + match[0].length]
        : (match.indices[1] ?? [0, 0])
    return to > from ? [{ from, to }] : []
  })

const replaced = (
  text: string,
  spans: readonly Span[],
  placeholderOf: (secret: string) => string | undefined,
): string => {
  let result = ''
  let at = 0
  for (const { from, to } of spans) {
    const placeholder = from < at ? undefined : placeholderOf(text.slice(from, to))
    if (placeholder === undefined) continue
    result += text.slice(at, from) + placeholder
    at = to
  }
  return result + text.slice(at)
}
