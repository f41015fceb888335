import { type Message, plainText, SYNTHETIC_MODEL } from '../../../protocol/message.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { isPersons } from '../is-persons.ts'
import { readCarry } from './carry-block.ts'
import type { Words } from './cut-words.ts'

const says = modelTexts('carried_words', {
  onTheWay: { en: '(on the way) {text}', zh: '（过程中）{text}' },
  omitted: {
    en: {
      one: '{count:number} earlier message of the person is not repeated here; Recall finds what was said.',
      other:
        '{count:number} earlier messages of the person are not repeated here; Recall finds what was said.',
    },
    zh: '用户更早的 {count:number} 条消息未在此重复；可用 Recall 查找。',
  },
  declined: { en: '(declined: {what}) {said}', zh: '（已拒绝：{what}）{said}' },
  approved: { en: '(approved: {what}) {said}', zh: '（已批准：{what}）{said}' },
  asked: { en: '(asked: {what}) {said}', zh: '（提问：{what}）{said}' },
})

/** What was said, with its place among the rest. */
export interface Said extends Words {
  readonly order: number
}

export interface Conversation {
  /** By the person, oldest first, each once. */
  readonly requests: readonly Said[]
  /** By the model, oldest first; `last`: with these words it ended a turn. */
  readonly replies: readonly (Said & { readonly last: boolean })[]
  /** How many requests earlier compactions had to leave out. */
  readonly omitted: number
}

/** Ids are for what may have to be cut one day. */
const MAY_BE_CUT = 400
/** In either language: the compaction before may have had another prompt. */
const OMITTED = /^(?:(\d+) earlier messages? of the person|用户更早的 (\d+) 条消息未在此重复)/

/** Everything the person and the model said in these messages, also what an earlier compaction carried. */
export const listen = (messages: readonly Message[], language?: PromptLanguage): Conversation => {
  const requests: Said[] = []
  const replies: (Said & { last: boolean })[] = []
  let omitted = 0
  let order = 0
  const place = (text: string, id?: string): Said => ({
    text,
    order: order++,
    ...(id === undefined ? {} : { id }),
  })
  const endTurn = (): void => {
    const reply = replies.at(-1)
    if (reply) reply.last = true
  }
  for (const message of messages) {
    if (message.type === 'assistant') {
      const isOwn = message.message.model !== SYNTHETIC_MODEL
      const text = isOwn ? plainText(message.message.content).trim() : ''
      if (text !== '') replies.push({ ...place(text, idOf(text, message.uuid)), last: false })
    } else if (message.type === 'user' && message.isCompactSummary) {
      for (const item of readCarry(plainText(message.message.content))) {
        const note = item.kind === 'message' ? OMITTED.exec(item.text) : null
        if (note) omitted += Number(note[1] ?? note[2])
        else if (item.kind === 'request') requests.push(place(item.text, item.messageUuid))
        else replies.push(earlierReply(place(item.text, item.messageUuid)))
      }
    } else if (message.type === 'user') {
      const words = wordsIn(message, language)
      if (words.length > 0 && !isResult(message)) endTurn()
      for (const text of words) requests.push(place(text, idOf(text, message.uuid)))
    }
  }
  endTurn()
  return { requests: once(requests), replies, omitted }
}

const isResult = ({ toolUseResult, message: { content } }: Extract<Message, { type: 'user' }>): boolean =>
  toolUseResult !== undefined ||
  (typeof content !== 'string' && content.some(block => block.type === 'tool_result'))

const ON_THE_WAY = /^(?:\(on the way\) |（过程中）)/

/** How a reply that ended no turn is carried; the next compaction knows it by that. */
export const markOnTheWay = (text: string, language?: PromptLanguage): string =>
  forModel(says('onTheWay', { text }), language)

const earlierReply = (said: Said): Said & { last: boolean } => {
  const text = said.text.replace(ON_THE_WAY, '')
  return { ...said, text, last: text === said.text }
}

export const omittedNote = (count: number, language?: PromptLanguage): string =>
  forModel(says('omitted', { count }), language)

const idOf = (text: string, uuid: string): string | undefined => (text.length > MAY_BE_CUT ? uuid : undefined)

/** To begin a turn, in answer to a question, or when they decided about a call. */
const wordsIn = (
  message: Extract<Message, { type: 'user' }>,
  language: PromptLanguage | undefined,
): readonly string[] => {
  const answers = (message.effects ?? []).flatMap(({ kind, text: what, outcome, detail, said }) => {
    if (said !== undefined) return [says(outcome === 'refused' ? 'declined' : 'approved', { what, said })]
    return kind === 'answer' && outcome === 'done' && detail !== undefined
      ? [says('asked', { what, said: detail })]
      : []
  })
  if (answers.length > 0) return answers.map(answer => forModel(answer, language))
  return isPersons(message) ? [plainText(message.message.content)] : []
}

/** Said again, it counts where it was said last; what was said first stays first. */
const once = (words: readonly Said[]): readonly Said[] => {
  const [first, ...rest] = words
  if (!first) return []
  const last = new Map(rest.map(({ text }, at) => [text, at]))
  return [first, ...rest.filter(({ text }, at) => text !== first.text && last.get(text) === at)]
}
