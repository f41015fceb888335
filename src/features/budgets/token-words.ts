const SIZES: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }
const MOST = 1_000_000_000

/** `500k`, `1.5m`, `20000`: a number of tokens; nothing for anything else. */
export const readTokens = (text: string): number | undefined => {
  const [, digits, size] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim().replaceAll(',', '')) ?? []
  if (digits === undefined || size === undefined) return undefined
  const tokens = Math.round(Number(digits) * (SIZES[size.toLowerCase()] ?? 0))
  return tokens >= 1 && tokens <= MOST ? tokens : undefined
}

/** At the beginning or the end of a message, by itself: elsewhere a plus is part of what is talked about. */
const FIRST = /^\s*\+(\d+(?:\.\d+)?[km])(?=\s|$)/i
const LAST = /(?:^|\s)\+(\d+(?:\.\d+)?[km])[.!]?\s*$/i

/** The budget that a message asks for: `+500k fix all the tests`. */
export const tokensAskedFor = (text: string): number | undefined => {
  const [, amount] = FIRST.exec(text) ?? LAST.exec(text) ?? []
  return amount === undefined ? undefined : readTokens(amount)
}
