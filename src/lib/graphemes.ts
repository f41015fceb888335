/**
 * Characters as a person counts them: a letter with its accents, an emoji of several signs, a flag are one each. Close
 * to Unicode's extended clusters, without `Intl.Segmenter`: that one takes tens of milliseconds to load and several
 * microseconds for a question in the middle of a text.
 */

/** First unit that can stand in a cluster of more than one, or is half of a pair. */
const FIRST_JOINING = 0x300

/** Ranges whose characters never join with a neighbour of these same ranges, as [first, last]. */
const ALONE: readonly (readonly [number, number])[] = [
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x2010, 0x2027],
  [0x202f, 0x205e],
  [0x2070, 0x20cf],
  [0x2100, 0x2cee],
  [0x2d00, 0x2d2d],
  [0x2e00, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0xa48f],
  [0xac00, 0xd7a3],
  [0xe000, 0xfb1d],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff9d],
  [0xffe0, 0xffee],
]

const standsAlone = (unit: number): boolean => {
  if (unit < FIRST_JOINING) return unit !== 0x0d && unit !== 0x0a
  for (const [first, last] of ALONE) if (unit <= last) return unit >= first
  return false
}

const HANGUL = (() => {
  const lead = '[\\u1100-\\u115f\\ua960-\\ua97c]'
  const vowel = '[\\u1160-\\u11a7\\ud7b0-\\ud7c6]'
  const tail = '[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]'
  return `${lead}*(?:[\\uac00-\\ud7a3]${vowel}*|${vowel}+)${tail}*|${lead}+|${tail}+`
})()
const EXTEND = '\\p{Grapheme_Extend}\\p{Emoji_Modifier}'
const PICTURES = `\\p{Extended_Pictographic}(?:[${EXTEND}]*\\u200d\\p{Extended_Pictographic})*`
/** Consonants of Indic scripts that melt together over a virama. */
const CONJUNCT = (() => {
  const consonant =
    '[\\u0915-\\u0939\\u0958-\\u095f\\u0978-\\u097f\\u0995-\\u09b9\\u0a95-\\u0ab9\\u0b15-\\u0b39\\u0c15-\\u0c39\\u0d15-\\u0d3a]'
  const virama = '[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d]'
  // Up to the first virama there is one way only: with more, a row of them would be tried in every order.
  const before = `(?:(?!${virama})[\\p{Grapheme_Extend}\\u200d])*`
  return `${consonant}(?:${before}${virama}[\\p{Grapheme_Extend}\\u200d]*${consonant})+`
})()
const AFTER = `[${EXTEND}\\p{Mc}\\u200d\\u0e33\\u0eb3]*`

/** Made when the first unusual character is met: preparing it is not free. */
const clusterPattern = (() => {
  let made: RegExp | undefined
  return () => {
    made ??= new RegExp(
      `\\r\\n|[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]|(?:\\p{Regional_Indicator}{2}|${HANGUL}|${PICTURES}|${CONJUNCT}|[^])${AFTER}`,
      'uy',
    )
    return made
  }
})()

/** Where the character that begins at `start` ends. */
export const graphemeEnd = (text: string, start: number): number => {
  const next = start + 1
  if (next >= text.length) return text.length
  if (standsAlone(text.charCodeAt(start)) && standsAlone(text.charCodeAt(next))) return next
  const pattern = clusterPattern()
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : next
}

export const graphemesOf = (text: string): readonly string[] => {
  const found: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = graphemeEnd(text, at)
    found.push(text.slice(at, end))
    at = end
  }
  return found
}
