import { englishIn } from './english-sentences.ts'

const HAN = String.raw`\p{Script=Han}`
/** One blank between two Chinese words, or behind a full-width sign; two and more set columns apart. */
const BLANK = new RegExp(String.raw`(?<=${HAN}) (?=${HAN})|[，。；：！？、） ](?<=\S) (?=[^ ·…─])`, 'gu')
const HALF_WIDTH = new RegExp(String.raw`${HAN}[,;:!?](?= )|${HAN} \((?=${HAN})|, ${HAN}`, 'gu')
const AROUND = 12

const around = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(({ index }) =>
    text.slice(Math.max(0, index - AROUND), index + AROUND).trim(),
  )

/** What a menu of macOS says, a prompt for the model, the name of a key before what it does. */
const FOREIGN = /Use Option as Meta|Look after this project|空格 /g

/** What somebody who thinks in Chinese would stumble over in a text: English sentences, blanks and signs of another script. */
export const chineseFaults = (shown: string): readonly string[] => {
  const text = shown.replaceAll(FOREIGN, '')
  return [
    ...new Set([
      ...englishIn(text),
      ...text.split('\n').flatMap(line => [...around(line, BLANK), ...around(line, HALF_WIDTH)]),
    ]),
  ]
}
