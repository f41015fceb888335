export interface StoryLimits {
  /** Characters of one text that are kept. */
  readonly maxText: number
  /** Takes secrets out. Before the cut: half a secret would be seen by nobody. */
  redact?(text: string): string
}

/** A secret that begins before the cut ends within this many characters. */
const LONGEST_SECRET = 16 * 1024

/** The beginning of a text that is too long, and how much is missing. */
export const clipText = (text: string, { maxText, redact }: StoryLimits): string => {
  const seen = text.length > maxText + LONGEST_SECRET ? text.slice(0, maxText + LONGEST_SECRET) : text
  const clean = redact ? redact(seen) : seen
  const missing = clean.length - maxText + text.length - seen.length
  return missing <= 0 ? clean : `${clean.slice(0, maxText)}\n… ${missing} more characters`
}
