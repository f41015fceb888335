import { sentenceBook } from '../../../../lib/sentence-book.ts'
import { ANNOUNCED_AGENTS_ZH } from './announced-agents.ts'
import { ANNOUNCED_MORE_ZH } from './announced-more.ts'
import { ANNOUNCED_ZH } from './announced-sentences.ts'
import { ANNOUNCED_SERVE_ZH } from './announced-serve.ts'
import { ANNOUNCED_SIGN_IN_ZH } from './announced-sign-in.ts'
import { ANNOUNCED_SYSTEM_ZH } from './announced-system.ts'

const told = sentenceBook({
  ...ANNOUNCED_MORE_ZH,
  ...ANNOUNCED_AGENTS_ZH,
  ...ANNOUNCED_SERVE_ZH,
  ...ANNOUNCED_SIGN_IN_ZH,
  ...ANNOUNCED_SYSTEM_ZH,
  ...ANNOUNCED_ZH,
})

/** What the engine, a model or a tool told the person. What nobody put into Chinese stays as it is: it is exact. */
export const announcedZh = (text: string): string => {
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
