const MAX_CHARS = 10_000
/** Of a text that is kept in a file: what is shown of it. */
const PREVIEW_CHARS = 2_000

/** Keeps a text that is too long to be shown; answers where, or nothing when that failed. */
export type KeepText = (text: string) => string | undefined

/** What a hook says to the model or the person, bounded; the result is never longer than the limit. */
export const capped = (text: string, keep?: KeepText): string => {
  if (text.length <= MAX_CHARS) return text
  const file = keep?.(text)
  const limit = `${text.length} characters, ${MAX_CHARS} allowed`
  const notice = file === undefined ? `\n[cut: ${limit}]` : `\n[cut: ${limit}; all of it is in ${file}]`
  return text.slice(0, file === undefined ? MAX_CHARS - notice.length : PREVIEW_CHARS) + notice
}
