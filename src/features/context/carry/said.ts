import { type Message, plainText, SYNTHETIC_MODEL } from '../../../protocol/message.ts'
import { isPersons } from '../is-persons.ts'
import { readCarry } from './carry-block.ts'
import type { Words } from './cut-words.ts'

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
const OMITTED = /^(\d+) earlier messages? of the person/

/** Everything the person and the model said in these messages, also what an earlier compaction carried. */
export const listen = (messages: readonly Message[]): Conversation => {
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
        const count = item.kind === 'message' ? OMITTED.exec(item.text)?.[1] : undefined
        if (count !== undefined) omitted += Number(count)
        else if (item.kind === 'request') requests.push(place(item.text, item.messageUuid))
        else replies.push(earlierReply(place(item.text, item.messageUuid)))
      }
    } else if (message.type === 'user') {
      const words = wordsIn(message)
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

const ON_THE_WAY = '(on the way) '

/** How a reply that ended no turn is carried; the next compaction knows it by that. */
export const markOnTheWay = (text: string): string => `${ON_THE_WAY}${text}`

const earlierReply = (said: Said): Said & { last: boolean } =>
  said.text.startsWith(ON_THE_WAY)
    ? { ...said, text: said.text.slice(ON_THE_WAY.length), last: false }
    : { ...said, last: true }

export const omittedNote = (count: number): string =>
  `${count} earlier message${count === 1 ? '' : 's'} of the person ${count === 1 ? 'is' : 'are'} not repeated here; Recall finds what was said.`

const idOf = (text: string, uuid: string): string | undefined => (text.length > MAY_BE_CUT ? uuid : undefined)

/** To begin a turn, in answer to a question, or when they decided about a call. */
const wordsIn = (message: Extract<Message, { type: 'user' }>): readonly string[] => {
  const answers = (message.effects ?? []).flatMap(({ kind, text, outcome, detail, said }) => {
    if (said !== undefined) return [`(${outcome === 'refused' ? 'declined' : 'approved'}: ${text}) ${said}`]
    return kind === 'answer' && outcome === 'done' && detail !== undefined
      ? [`(asked: ${text}) ${detail}`]
      : []
  })
  if (answers.length > 0) return answers
  return isPersons(message) ? [plainText(message.message.content)] : []
}

/** Said again, it counts where it was said last; what was said first stays first. */
const once = (words: readonly Said[]): readonly Said[] => {
  const [first, ...rest] = words
  if (!first) return []
  const last = new Map(rest.map(({ text }, at) => [text, at]))
  return [first, ...rest.filter(({ text }, at) => text !== first.text && last.get(text) === at)]
}
