import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'

const says = modelTexts('cut_words', {
  cut: {
    en: '\n[… {left:number} characters left out here …]\n',
    zh: '\n[… 此处省略 {left:number} 个字符 …]\n',
  },
  cutWithId: {
    en: '\n[… {left:number} characters left out here; {recall} shows all …]\n',
    zh: '\n[… 此处省略 {left:number} 个字符；{recall} 可查看全文 …]\n',
  },
})

/** Something a person said, perhaps with its middle left out. */
export interface Words {
  readonly text: string
  /** The message that has all of it. */
  readonly id?: string
}

/** Room for the mark itself. */
const MARK_CHARS = 160
/** What stands at the beginning of a long message is more often the request than what stands at its end. */
const HEAD_SHARE = 0.6
/** In either language: what was cut may come from a session whose prompt was in the other one. */
const MARK =
  /\n\[… (?:(\d+) characters left out here(?:; Recall \{"message_id":"[^"]*"\} shows all)?|此处省略 (\d+) 个字符(?:；Recall \{"message_id":"[^"]*"\} 可查看全文)?) …\]\n/

/** At most so many characters, the mark in the middle included; what was cut before is cut on. */
export const cutWords = <W extends Words>(words: W, most: number, language?: PromptLanguage): W => {
  if (words.text.length <= most) return words
  const { head, gone, tail } = partsOf(words.text)
  const room = Math.max(0, most - MARK_CHARS)
  const tailRoom = Math.min(
    gone === 0 ? Number.POSITIVE_INFINITY : tail.length,
    Math.floor(room * (1 - HEAD_SHARE)),
  )
  const front = firstOf(head, room - tailRoom)
  const back = lastOf(gone === 0 ? head : tail, Math.min(tailRoom, room - front.length))
  const left = gone + head.length + tail.length - front.length - back.length
  const mark =
    words.id === undefined
      ? says('cut', { left })
      : says('cutWithId', { left, recall: `Recall {"message_id":"${words.id}"}` })
  return { ...words, text: `${front}${forModel(mark, language)}${back}` }
}

const partsOf = (text: string) => {
  const mark = MARK.exec(text)
  if (!mark) return { head: text, gone: 0, tail: '' }
  const behind = mark.index + mark[0].length
  return { head: text.slice(0, mark.index), gone: Number(mark[1] ?? mark[2]), tail: text.slice(behind) }
}

/** A character of two units is not parted. */
const firstOf = (text: string, most: number): string => {
  const end = isLowSurrogate(text, most) ? most - 1 : most
  return text.slice(0, Math.max(0, end))
}
const lastOf = (text: string, most: number): string => {
  const start = Math.max(0, text.length - most)
  return text.slice(isLowSurrogate(text, start) ? start + 1 : start)
}
const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00
