import { toLineFeeds } from './find-match.ts'

/**
 * The one replacement that makes `after` of `text`: whole lines around all that differs, and so many more that they
 * stand nowhere else.
 */
export const replacing = (
  text: string,
  after: string,
): { readonly old_string: string; readonly new_string: string } => {
  const flat = toLineFeeds(text)
  const before = linesOf(flat)
  const wanted = linesOf(toLineFeeds(after))
  const head = sameAtStart(before, wanted)
  const tail = sameAtStart(before.slice(head).toReversed(), wanted.slice(head).toReversed())
  for (let more = 0; ; more = more * 2 + 1) {
    const from = Math.max(0, head - more)
    const kept = Math.max(0, tail - more)
    const old_string = before.slice(from, before.length - kept).join('')
    if ((old_string !== '' && isOnce(flat, old_string)) || (from === 0 && kept === 0))
      return { old_string, new_string: wanted.slice(from, wanted.length - kept).join('') }
  }
}

/** With their ends. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const sameAtStart = (a: readonly string[], b: readonly string[]): number => {
  const at = a.findIndex((line, index) => line !== b[index])
  return at < 0 ? a.length : at
}

const isOnce = (text: string, wanted: string): boolean => text.indexOf(wanted) === text.lastIndexOf(wanted)
