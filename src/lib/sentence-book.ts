/**
 * English sentences with {} for what varies, {#} where that is a number or an amount, and the same in another language
 * with {1}, {2} … in its place.
 */
type Sentences = Readonly<Record<string, string>>

const VARIES = /(\{#?\})/

const pieceOf = (text: string): string =>
  text === '{}' ? '(.+?)' : text === '{#}' ? '([<≈]?\\$?\\d[\\d.,]*[kM]?)' : RegExp.escape(text)

const fixed = (english: string): string => english.replaceAll(/\{#?\}/g, '')

/** Puts a line into the other language, with what varies in it; a line that nobody knows stays as it is. */
export const sentenceBook = (sentences: Sentences): ((line: string) => string) => {
  const known = Object.entries(sentences)
    // The most exact first: what a short pattern would take in passing belongs to a longer one.
    .toSorted(([a], [b]) => fixed(b).length - fixed(a).length)
    .map(([english, other]): readonly [RegExp, string] => [
      new RegExp(`^${english.split(VARIES).map(pieceOf).join('')}$`, 's'),
      other,
    ])
  const translate = (line: string): string => {
    for (const [english, other] of known) {
      const found = english.exec(line)
      if (found) return other.replace(/\{(\d)\}/g, (_, at: string) => part(found[Number(at)] ?? ''))
    }
    return line
  }
  /** What varies may be a list of what is known. */
  const part = (text: string): string => {
    const whole = translate(text)
    if (whole !== text) return whole
    const items = text.split(', ')
    const said = items.map(translate)
    return said.some((each, at) => each !== items[at]) ? said.join('，') : text
  }
  return translate
}
