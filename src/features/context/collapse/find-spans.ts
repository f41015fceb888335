import { type Message, plainText, toolUses } from '../../../protocol/message.ts'
import { tellsOfEffect } from '../effects-in.ts'
import { isPersons } from '../is-persons.ts'
import { piecesOf } from '../safe-cuts.ts'
import { sumTokens } from '../tokens.ts'

/** A finished stretch of calls and results between two things a person said. */
export interface Span {
  readonly messages: readonly Message[]
}

const LEAST_CALLS = 2
const LEAST_TOKENS = 2_000

/**
 * Oldest first. The answer that ended a stretch is not part of it, nor is anything that was folded before; what
 * changed something stays as it is between two stretches.
 */
export const findSpans = (view: readonly Message[]): readonly Span[] => {
  const spans: Span[] = []
  /** Of the request that is being looked at: they count once it is over. */
  let open: Span[] = []
  let messages: Message[] = []
  let begun = false
  const close = (): void => {
    if (isWorth(messages)) open.push({ messages })
    messages = []
  }
  for (const piece of piecesOf(view)) {
    if (piece.some(message => message.type === 'user' && isPersons(message))) {
      close()
      if (begun) spans.push(...open)
      open = []
      begun = true
    } else if (piece.some(tellsOfEffect)) close()
    else if (piece.some(hasCalls)) messages.push(...piece.filter(message => message.type !== 'system'))
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
