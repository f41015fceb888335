import { type Message, plainText, toolUses } from '../../../protocol/message.ts'
import { isPersons } from '../is-persons.ts'
import { piecesOf } from '../safe-cuts.ts'
import { sumTokens } from '../tokens.ts'

/** A finished stretch of calls and results between two things a person said. */
export interface Span {
  readonly messages: readonly Message[]
}

const LEAST_CALLS = 2
const LEAST_TOKENS = 2_000

/** Oldest first. The answer that ended a stretch is not part of it, nor is anything that was folded before. */
export const findSpans = (view: readonly Message[]): readonly Span[] => {
  const spans: Span[] = []
  let open: Message[] = []
  let begun = false
  for (const piece of piecesOf(view)) {
    const human = piece.some(message => message.type === 'user' && isPersons(message))
    if (human) {
      if (begun && isWorth(open)) spans.push({ messages: open })
      open = []
      begun = true
    } else if (piece.some(hasCalls)) open.push(...piece.filter(message => message.type !== 'system'))
  }
  return spans
}

const hasCalls = (message: Message): boolean =>
  message.type === 'assistant' && toolUses(message.message.content).length > 0

const isWorth = (messages: readonly Message[]): boolean =>
  messages.filter(hasCalls).length >= LEAST_CALLS && sumTokens(messages) >= LEAST_TOKENS

const PART_CHARS = 2_000
const ALL_CHARS = 60_000

/** A stretch as text for the model that sums it up. */
export const renderSpan = ({ messages }: Span): string => {
  const lines = messages.flatMap(message => {
    if (message.type === 'assistant') {
      const words = plainText(message.message.content).trim()
      const calls = toolUses(message.message.content).map(
        ({ name, input }) => `CALL ${name} ${shorten(JSON.stringify(input))}`,
      )
      return words === '' ? calls : [`ASSISTANT ${shorten(words)}`, ...calls]
    }
    if (message.type !== 'user' || typeof message.message.content === 'string') return []
    return message.message.content.flatMap(block =>
      block.type === 'tool_result'
        ? [
            `${block.is_error ? 'ERROR' : 'RESULT'} ${shorten(typeof block.content === 'string' ? block.content : plainText(block.content))}`,
          ]
        : [],
    )
  })
  return lines.join('\n').slice(0, ALL_CHARS).toWellFormed()
}

const shorten = (text: string): string =>
  text.length <= PART_CHARS ? text : `${text.slice(0, PART_CHARS)} […]`.toWellFormed()
