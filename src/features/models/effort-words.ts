import type { Effort } from '../../protocol/model.ts'

/** As a request: "I think hard-coded values are bad" asks for nothing. */
const asked = (how: string): RegExp =>
  new RegExp(`(?:^|[.!?,;:(\\n]|\\b(?:please|and|then|now|to|must|should))\\s*think (?:${how})\\b(?!-)`, 'i')

/** Words in a message that ask for more thought on it, the strongest first. */
const WORDS: readonly (readonly [RegExp, Effort])[] = [
  [/\bultrathink\b/i, 'max'],
  [/\bmegathink\b/i, 'xhigh'],
  [asked('harder|very hard|really hard|intensely'), 'xhigh'],
  [asked('hard|deeply'), 'high'],
]

/** Code is quoted, not said. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/** The effort that the words of a message ask for; nothing for most messages. */
export const effortAskedFor = (text: string): Effort | undefined => {
  const said = text.replace(CODE, ' ')
  return WORDS.find(([words]) => words.test(said))?.[1]
}
