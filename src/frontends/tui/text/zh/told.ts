import { sentenceBook } from '../../../../lib/sentence-book.ts'
import { REASONS_ZH } from './reason-sentences.ts'
import { TOLD_MORE_ZH } from './told-more.ts'
import { TOLD_OF_AGENTS_ZH } from './told-of-agents.ts'
import { TOLD_OF_SERVE_ZH } from './told-of-serve.ts'
import { TOLD_OF_SIGN_IN_ZH } from './told-of-sign-in.ts'
import { TOLD_OF_SYSTEM_ZH } from './told-of-system.ts'
import { TOLD_ZH } from './told-sentences.ts'

const told = sentenceBook({
  ...REASONS_ZH,
  ...TOLD_MORE_ZH,
  ...TOLD_OF_AGENTS_ZH,
  ...TOLD_OF_SERVE_ZH,
  ...TOLD_OF_SIGN_IN_ZH,
  ...TOLD_OF_SYSTEM_ZH,
  ...TOLD_ZH,
})

/** What the engine, a model or a tool told the person. What nobody put into Chinese stays as it is: it is exact. */
export const toldZh = (text: string): string => {
  const whole = told(text)
  return whole === text ? text.split('\n').map(inSentences).join('\n') : whole
}

/** As a whole, or sentence by sentence. */
const inSentences = (line: string): string => {
  const whole = told(line)
  if (whole !== line) return whole
  const sentences = line.split(/(?<=[.?!]) (?=[A-Z"/])/)
  const said = sentences.map(told)
  return said.some((each, at) => each !== sentences[at]) ? said.join('') : line
}

export const reasonZh = (text: string): string => {
  const bare = text.replace(/\.$/, '')
  const said = toldZh(bare)
  return said === bare ? text : said
}
