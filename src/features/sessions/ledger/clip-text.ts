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
  return missing <= 0 ? clean : detached(`${clean.slice(0, maxText)}\n… ${missing} more characters`)
}

/** A part of a text keeps all of it in memory, and with it the line of the file it came from: a copy does not. */
const detached = (text: string): string => {
  const coding = text.isWellFormed() ? 'utf8' : 'utf16le'
  return Buffer.from(text, coding).toString(coding)
}
