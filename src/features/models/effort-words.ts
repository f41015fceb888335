import type { Effort } from '../../protocol/model.ts'

/** Words in a message that ask for more thought on it, the strongest first. */
const WORDS: readonly (readonly [RegExp, Effort])[] = [
  [/\bultrathink\b/i, 'max'],
  [/\b(?:megathink|think (?:harder|very hard|intensely|really hard))\b/i, 'xhigh'],
  [/\bthink (?:hard|deeply|a lot|more)\b/i, 'high'],
]

/** Code is quoted, not said. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/** The effort that the words of a message ask for; nothing for most messages. */
export const effortAskedFor = (text: string): Effort | undefined => {
  const said = text.replace(CODE, ' ')
  return WORDS.find(([words]) => words.test(said))?.[1]
}
