const MAX_CHARS = 10_000

/** What a hook says to the model or the person, bounded; the result is never longer than the limit. */
export const capped = (text: string): string => {
  if (text.length <= MAX_CHARS) return text
  const notice = `\n[cut: ${text.length} characters, ${MAX_CHARS} allowed]`
  return text.slice(0, MAX_CHARS - notice.length) + notice
}
