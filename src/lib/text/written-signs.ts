const HAN = /\p{Script=Han}/u

/** `name: value`, with the colon of the script the name is in. */
export const labelled = (name: string, value: string): string =>
  `${name}${HAN.test(name) ? '：' : ': '}${value}`

/** What stands between a label as it is shown and its value: a full-width colon has its blank in itself. */
export const gapAfter = (label: string): string => (label.endsWith('：') ? '' : ' ')

/** A label and its value beside it. */
export const joinedTo = (label: string, value: string): string => `${label}${gapAfter(label)}${value}`

/** `text (aside)`, with the brackets of the script the aside is in. */
export const withAside = (text: string, aside: string): string =>
  HAN.test(aside) ? `${text}（${aside}）` : `${text} (${aside})`

/** The same in brackets of the script the text before them is in: an aside of names behind a text of words. */
export const withNames = (text: string, names: readonly string[]): string =>
  HAN.test(text) ? `${text}（${names.join('、')}）` : `${text} (${names.join(', ')})`

/** Parts of one line, with the commas of the script that one of them is in. */
export const inOneLine = (parts: readonly string[]): string =>
  parts.join(parts.some(part => HAN.test(part)) ? '，' : ', ')

/** Names behind a word of ours, with the commas of its script. */
export const namesAfter = (word: string, names: readonly string[]): string =>
  names.join(HAN.test(word) ? '、' : ', ')
