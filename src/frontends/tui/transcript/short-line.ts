import type { View } from './render-options.ts'

/** Some fifty rows, and unfolded as many as there are lines of anything. */
const LONGEST = 4_000
const LONGEST_UNFOLDED = 100_000
/** Of that, for the end of the line. */
const END = 500

/** A line whose middle is left out when nobody would read it on a screen: what it costs is bounded by what is shown. */
export const shortLine = (line: string, { verbose, words }: Pick<View, 'verbose' | 'words'>): string => {
  const most = verbose ? LONGEST_UNFOLDED : LONGEST
  if (line.length <= most) return line
  const hidden = line.length - most
  const mark = words.transcript[verbose ? 'moreCharacters' : 'hiddenCharacters'](hidden)
  return `${line.slice(0, most - END).toWellFormed()} ${mark} ${line.slice(-END).toWellFormed()}`
}
